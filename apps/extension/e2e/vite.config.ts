import { defineConfig } from "vite";

/** Builds the states of the galleries from the sources, readable in an error. */
export default defineConfig({
	resolve: { conditions: ["@webhand/source"] },
	build: { minify: false },
});
