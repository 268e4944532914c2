// What eslint looks for in the pages' JavaScript; prettier decides about line breaks.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".cache/", ".venv*/", "build/", "dist/", "docs/_build/", "workspace/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 10],
      eqeqeq: "error",
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-var": "error",
      "object-shorthand": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
    },
  },
  {
    files: ["tests/js/**", "lite/**", "examples/**", "*.config.js"],
    languageOptions: { globals: globals.node },
  },
];
