/* A program that plays at random: one line of JSON for each move, in and out.
 *
 * It finds the list of moves by its name, and copies one of them. The texts of moves contain no
 * quotation marks and no backslashes, so no library for JSON is necessary.
 *
 *     cc -O2 -o bot bot.c
 */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return the text after a name of the request, such as "seed". */
static char *value_of(char *request, const char *name) {
    char *found = strstr(request, name);
    if (found == NULL) {
        fprintf(stderr, "the request has no %s\n", name);
        exit(1);
    }
    return found + strlen(name);
}

/* Return the number of moves in a list that begins after its bracket. */
static unsigned long count_moves(const char *list) {
    unsigned long quotation_marks = 0;
    for (; *list != ']' || quotation_marks % 2 == 1; list++)
        quotation_marks += *list == '"';
    return quotation_marks / 2;
}

/* Return the beginning of a move in a list, by its number from 0. */
static char *move_at(char *list, unsigned long number) {
    for (unsigned long skipped = 0; skipped < 2 * number + 1; list++)
        skipped += *list == '"';
    return list;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        char *list = value_of(line, "\"moves\": [");
        unsigned long seed = strtoul(value_of(line, "\"seed\": "), NULL, 10);
        char *move = move_at(list, seed % count_moves(list));
        printf("{\"move\": \"%.*s\"}\n", (int)strcspn(move, "\""), move);
        fflush(stdout);
    }
    free(line);
    return 0;
}
