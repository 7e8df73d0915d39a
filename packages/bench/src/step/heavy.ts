import { setTimeout as wait } from "node:timers/promises";
import { quantile } from "../stats.ts";

/** In characters: the largest page that a step takes, and the largest one that no thread takes. */
const sizes = [470_000, 48_000];
const head = "@page 1\n@url https://bench.example/heavy\n@title Heavy\n@epoch h3avy0aa\n\n@view\n";

const filled = (size: number, line: (row: number) => string) => {
	const lines: string[] = [];
	for (let [row, length] = [0, head.length]; length < size; row += 1) {
		const text = line(row + 1);
		lines.push(text);
		length += text.length + 1;
	}
	return head + lines.join("\n").slice(0, size - head.length);
};

/** Pages that are hard to read and to judge, and sentences that are hard to split. */
const pages = sizes.flatMap((size) => [
	filled(size, (row) => `<button ${row}>Save ${row}`),
	filled(size, (row) => ` <input ${row} "Name ${row}">`),
	filled(size, () => "total 5"),
	filled(size, (row) => `<a ${row} /a/${row}?q=total>Delete item ${row}`),
]);
const sentences = [
	"press Enter",
	"click Save, then ".repeat(550),
	"and ".repeat(2_400),
	"enter x as name ".repeat(600),
	'"a" '.repeat(2_400),
];

/** Steps on the worst pages by `users` at once until `isOver`. @throws Error after a reply that is no answer */
export async function playHeavy(url: string, tokens: readonly string[], isOver: () => boolean): Promise<number> {
	let played = 0;
	const play = async (token: string) => {
		while (!isOver()) {
			const body = JSON.stringify({
				url: "https://bench.example/heavy",
				mode: "autonomous",
				query: sentences[played % sentences.length],
				dom: pages[played % pages.length],
			});
			played += 1;
			const headers = { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() };
			const reply = await fetch(`${url}/api/agent/interact`, { method: "POST", headers, body });
			const text = await reply.text();
			if (reply.status >= 500 && reply.status !== 503) throw new Error(`a heavy step: ${reply.status} ${text.slice(0, 400)}`);
		}
	};
	await Promise.all(tokens.map(play));
	return played;
}

/** Asks for `/healthz` until `isOver`. @returns the longest answer in ms */
export async function longestHealth(url: string, isOver: () => boolean): Promise<number> {
	let longest = 0;
	while (!isOver()) {
		const started = performance.now();
		await (await fetch(`${url}/healthz`)).text();
		longest = Math.max(longest, performance.now() - started);
		await wait(20);
	}
	return longest;
}

/** The p99 of the event loop's delay since the last look, in ms. */
export async function loopDelayP99(url: string): Promise<number> {
	const text = await (await fetch(`${url}/metrics`)).text();
	return Number(/^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(text)?.[1]) * 1_000;
}

/** The p99 of step times, in ms. */
export const p99 = (times: readonly (readonly number[])[]) => quantile(times.flat(), 0.99);
