import { expect, test } from "vitest";
import { isGenuine, signatureOf } from "./signature.ts";

// The example of the specification.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const call = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330", body: Buffer.from('{"test": 2432232314}') };
const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const rules = { secret, now: 1_614_265_330_000, windowSeconds: 300 };

test("a call is signed as the specification's example is", () => {
	expect(signatureOf(secret, call)).toBe(signature);
	expect(isGenuine({ ...call, signature }, rules)).toBe(true);
	expect(isGenuine({ ...call, signature: `v1,AAAA ${signature}` }, rules)).toBe(true);
});

test("another body, id, time, secret or version, and what is missing, is not genuine", () => {
	const wrong = [
		{ body: Buffer.from('{"test": 2432232315}') },
		{ id: "msg_other" },
		{ id: "" },
		{ id: "msg.1" },
		{ timestamp: "1614265331" },
		{ timestamp: "" },
		{ timestamp: "-1" },
		{ signature: signature.replace("v1,", "v2,") },
		{ signature: signature.slice(3) },
		{ signature: "" },
		{ signature: undefined },
		{ id: undefined },
		{ timestamp: undefined },
	];
	for (const part of wrong) expect([part, isGenuine({ ...call, signature, ...part }, rules)]).toEqual([part, false]);
	expect(isGenuine({ ...call, signature }, { ...rules, secret: "whsec_AAAA" })).toBe(false);
});

test("a call is genuine for five minutes on either side of its time", () => {
	for (const [seconds, isFresh] of [
		[300, true],
		[301, false],
		[-300, true],
		[-301, false],
	] as const)
		expect([seconds, isGenuine({ ...call, signature }, { ...rules, now: rules.now + seconds * 1_000 })]).toEqual([seconds, isFresh]);
});
