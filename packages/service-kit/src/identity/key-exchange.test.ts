import { expect, test } from "vitest";
import { createKeyExchange } from "./key-exchange.ts";

function exchange({ endsAt = 3_600_000 } = {}) {
	const asked: string[] = [];
	let at = 0;
	const ask = createKeyExchange({
		ask: async ({ key, address }) => {
			asked.push(`${key} ${address}`);
			return { accessToken: `token ${asked.length}`, expiresAt: new Date(endsAt).toISOString() };
		},
		now: () => at,
	});
	return { asked, ask, wait: (ms: number) => (at += ms) };
}

const held = { isFresh: false } as const;
const here = { key: "whk_a", address: "10.0.0.1" };

test("a token is kept for a minute, and asked for again at once where it no longer holds", async () => {
	const { asked, ask, wait } = exchange();
	expect([await ask(here, held), await ask(here, held)]).toEqual(["token 1", "token 1"]);
	wait(59_999);
	expect(await ask(here, held)).toBe("token 1");
	wait(1);
	expect(await ask(here, held)).toBe("token 2");
	expect(await ask(here, { isFresh: true })).toBe("token 3");
	expect([await ask(here, held), asked.length]).toEqual(["token 3", 3]);
});

test("another address is another question, and a key's end is no minute later", async () => {
	const { asked, ask, wait } = exchange({ endsAt: 10_000 });
	await ask(here, held);
	await ask({ ...here, address: "10.0.0.2" }, held);
	wait(10_000);
	await ask(here, held);
	expect(asked).toEqual(["whk_a 10.0.0.1", "whk_a 10.0.0.2", "whk_a 10.0.0.1"]);
});

test("callers of one moment share one question", async () => {
	const { asked, ask } = exchange();
	await Promise.all([ask(here, held), ask(here, held), ask(here, { isFresh: true })]);
	expect(asked.length).toBe(1);
});
