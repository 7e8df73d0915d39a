import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";

// What the production image runs: dist/main.mjs, and dist/verify.mjs by hand. Packages and libraries stay in node_modules.
export default defineConfig({
	entry: ["src/main.ts", "src/verify.ts"],
	platform: "node",
	target: "node24",
	dts: false,
	sourcemap: true,
	plugins: [dropFailpoints()],
});
