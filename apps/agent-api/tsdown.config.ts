import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";

// What the production image runs: dist/main.mjs, and dist/thread.mjs for large bodies. Packages and libraries stay in node_modules.
export default defineConfig({
	entry: ["src/main.ts", "src/thread.ts"],
	platform: "node",
	target: "node24",
	dts: false,
	sourcemap: true,
	plugins: [dropFailpoints()],
});
