import { defineConfig } from "tsdown";
import { packageForAll } from "../../tsdown.base.ts";

// Only what is exported.
export default defineConfig({
	...packageForAll,
	entry: ["src/decider.ts", "src/judge.ts", "src/sentence/order-kind.ts", "src/server/read-order.ts"],
});
