import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
    { ignores: ["bundled/", "dist/", "out/"] },
    js.configs.recommended,
    {
        files: ["**/*.ts"],
        extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
        languageOptions: {
            parserOptions: {
                project: ["./tsconfig.json", "./webview/tsconfig.json"],
                tsconfigRootDir: import.meta.dirname,
            },
        },
        rules: {
            "@typescript-eslint/explicit-function-return-type": ["error", { allowExpressions: true }],
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
            "max-lines-per-function": ["error", 40],
            complexity: ["error", 10],
        },
    },
    {
        files: ["tests/**/*.ts"],
        rules: { "max-lines-per-function": "off", "@typescript-eslint/no-floating-promises": "off" },
    },
    { files: ["**/*.mjs"], languageOptions: { globals: { process: "readonly", console: "readonly" } } },
);
