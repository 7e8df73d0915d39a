import { expect } from "vitest";
import { newAddress, test, users } from "../test/fixture.ts";

const tries = 200;
/** Medians of the same work differ by a few percent on a busy machine; a hash that is left out makes the ratio ten. */
const mostRatio = 1.15;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("how long a refusal takes does not tell whether an email has an account", async ({ auth, mongo }) => {
	const hash = (await mongo.db.collection("users").findOne({ email: users.member.email }))?.["passwordHash"];
	const rows = Array.from({ length: tries }, (_, index) => ({
		_id: `usr_${String(index).padStart(22, "0")}` as never,
		email: `known${index}@example.com`,
		name: "Known",
		operator: false,
		// Every third has a second factor, every third signs in through a provider only.
		status: "active",
		hasSecondFactor: index % 3 === 1,
		passwordHash: index % 3 === 2 ? null : hash,
		createdAt: new Date(),
	}));
	await mongo.db.collection("users").insertMany(rows);
	const times = { known: [] as number[], unknown: [] as number[] };
	const refuse = async (kind: keyof typeof times, index: number) => {
		const started = performance.now();
		const reply = await auth.login({ email: `${kind}${index}@example.com`, password: "not the password" }, newAddress());
		times[kind].push(performance.now() - started);
		expect(reply.status).toBe(401);
	};
	for (let index = 0; index < tries; index++) {
		for (const kind of index % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) await refuse(kind, index);
	}
	const [known, unknown] = [median(times.known), median(times.unknown)];
	const ratio = Math.max(known, unknown) / Math.min(known, unknown);
	expect(ratio, `medians: ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown`).toBeLessThan(mostRatio);
});
