import { defineConfig } from "tsdown";

// The exports. Services in development read the sources instead.
export default defineConfig({
	entry: ["src/decider.ts", "src/judge.ts", "src/sentence/order-kind.ts", "src/server/read-order.ts"],
	unbundle: true,
	platform: "neutral",
	target: "es2024",
	fixedExtension: true,
	dts: false,
	sourcemap: true,
});
