import { defineConfig } from "tsdown";

// One file per subpath, since that is what `exports` publishes. Services in development read the sources instead.
export default defineConfig({
	entry: ["src/**/*.ts", "!src/**/*.test.ts"],
	unbundle: true,
	platform: "neutral",
	target: "es2024",
	fixedExtension: true,
	dts: false,
	sourcemap: true,
});
