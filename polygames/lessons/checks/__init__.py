"""The checks of the exercises, a module for each lesson and a function for each exercise.

A lesson calls ``check.exercise_1(answer)``. What the right answer is stays here, out of sight.
"""
