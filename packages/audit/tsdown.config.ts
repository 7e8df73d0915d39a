import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";

// One file per subpath, since that is what `exports` publishes. Services in development read the sources instead.
export default defineConfig({
	entry: ["src/**/*.ts", "!src/**/*.test.ts"],
	unbundle: true,
	platform: "node",
	target: "node24",
	fixedExtension: true,
	dts: false,
	sourcemap: true,
	plugins: [dropFailpoints()],
});
