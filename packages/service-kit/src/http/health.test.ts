import { expect, test } from "vitest";
import { judgeReadiness } from "./health.ts";

const mongo = { name: "mongo", isVital: true };
const redis = { name: "redis", isVital: false };

test.for([
	["all well", true, true, "ready"],
	["without Redis", true, false, "degraded"],
	["without MongoDB", false, true, "not_ready"],
	["without both", false, false, "not_ready"],
] as const)("%s a service is %4$s", ([, isMongoOk, isRedisOk, status]) => {
	expect(
		judgeReadiness([
			{ ...mongo, isOk: isMongoOk },
			{ ...redis, isOk: isRedisOk },
		]),
	).toEqual({
		status,
		checks: { mongo: isMongoOk ? "ok" : "failed", redis: isRedisOk ? "ok" : "failed" },
	});
});
