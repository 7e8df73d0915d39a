import { expect, test } from "vitest";
import { createMetrics } from "../metrics.ts";
import { createAddressCounter } from "./limits.ts";

test("a household with an IPv6 network counts as one address", async () => {
	const count = createAddressCounter({ perMinute: 1, metrics: createMetrics() });
	await count({ path: "/" }, "2001:db8:1:2::1");
	await count({ path: "/" }, "2001:db8:1:3::1");
	await expect(count({ path: "/" }, "2001:db8:1:2::2")).rejects.toMatchObject({ code: "RATE_LIMIT" });
});
