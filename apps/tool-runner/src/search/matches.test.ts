import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { collectMatches, cutLine } from "./matches.ts";
import { recordsOf } from "./records.ts";

test.for([
	{ name: "a plain line", line: "say hello\n", hits: [[4, 9]], text: "say hello", found: [[4, 9]] },
	{ name: "a CRLF line", line: "hello\r\n", hits: [[0, 5]], text: "hello", found: [[0, 5]] },
	{ name: "characters of more bytes", line: "äöü 😀 x\n", hits: [[12, 13]], text: "äöü 😀 x", found: [[7, 8]] },
	{ name: "an empty hit", line: "abc\n", hits: [[0, 0]], text: "abc", found: [[0, 0]] },
	{ name: "a hit on the line end", line: "abc\n", hits: [[3, 4]], text: "abc", found: [[3, 3]] },
])("hits in $name count in UTF-16 units", ({ line, hits, text, found }) => {
	const submatches = hits.map(([start = 0, end = 0]) => ({ start, end }));
	expect(cutLine(Buffer.from(line), submatches)).toEqual({ text, submatches: found.map(([start, end]) => ({ start, end })) });
});

test("bytes that are no UTF-8 become replacement characters and shift nothing", () => {
	const { text, submatches } = cutLine(Buffer.from("caf\xe9\xff hello", "latin1"), [{ start: 6, end: 11 }]);
	expect([text, text.slice(submatches[0]?.start, submatches[0]?.end)]).toEqual(["caf\ufffd\ufffd hello", "hello"]);
});

test.for([0, 400, 3_000, 99_990])("a long line is cut around its first hit, at %i", (at) => {
	const line = `${"ä".repeat(at)}needle${"😀".repeat(100_000 - at)}`;
	const start = 2 * at;
	const { text, submatches } = cutLine(Buffer.from(line), [{ start, end: start + 6 }]);
	expect(text.length).toBeLessThanOrEqual(2_000);
	expect(text.isWellFormed()).toBe(true);
	expect(text).not.toContain("\ufffd");
	expect(text.slice(submatches[0]?.start, submatches[0]?.end)).toBe("needle");
});

const record = (type: string, line: number, text: string, path = "./a") =>
	Buffer.from(
		JSON.stringify({
			type,
			data: {
				path: { text: path },
				lines: { text: `${text}\n` },
				line_number: line,
				submatches: type === "match" ? [{ start: 0, end: 1 }] : [],
			},
		}),
	);
const end = Buffer.from('{"type":"end","data":{}}');

test("matches get the lines around them, those of the same file only", () => {
	const matches = collectMatches({ matches: 10, bytes: 10_000, context: 1 });
	const records = [
		record("match", 9, "z", "./b"),
		record("context", 10, "after", "./b"),
		end,
		record("context", 1, "one"),
		record("match", 2, "two"),
		record("match", 3, "three"),
		record("context", 4, "four"),
		record("context", 5, "five"),
		end,
	];
	expect(records.map(matches.add)).toEqual(records.map(() => undefined));
	expect(matches.sorted().map(({ path, line, before, after }) => [path, line, before, after])).toEqual([
		["a", 2, ["one"], ["three"]],
		["a", 3, ["two"], ["four"]],
		["b", 9, [], ["after"]],
	]);
});

test.for([
	{ limit: "matches", limits: { matches: 2, bytes: 10_000 } },
	{ limit: "bytes", limits: { matches: 10, bytes: 12 } },
])("no more than the $limit of a reply are taken", ({ limit, limits }) => {
	const matches = collectMatches({ ...limits, context: 0 });
	const reasons = [1, 2, 3].map((line) => matches.add(record("match", line, "12345")));
	expect(reasons).toEqual([undefined, undefined, limit]);
	expect(matches.sorted().map(({ line }) => line)).toEqual([1, 2]);
});

test("of a line with more hits than a record holds the first are found", () => {
	const hits = Array.from({ length: 5_000 }, (_, at) => `{"match":{"text":"a"},"start":${at},"end":${at + 1}}`).join(",");
	const whole = `{"type":"match","data":{"path":{"text":"./a"},"lines":{"text":"${"a".repeat(5_000)}\\n"},"line_number":7,"absolute_offset":0,"submatches":[${hits}]}}`;
	for (const length of [whole.length, 100_000, 6_000]) {
		const matches = collectMatches({ matches: 10, bytes: 10_000, context: 0 });
		matches.add(Buffer.from(whole.slice(0, length)));
		expect(matches.sorted()).toMatchObject([{ path: "a", line: 7, column: 1 }]);
	}
	const matches = collectMatches({ matches: 10, bytes: 10_000, context: 0 });
	matches.add(Buffer.from(whole.slice(0, 2_000)));
	expect(matches.sorted()).toEqual([]);
});

test("records end where they end, not where chunks do, and one that is too long is cut", async () => {
	let cut = 0;
	const stream = Readable.from(["ab", "c\nd\n", "x".repeat(20), "yy\n", "e"].map((text) => Buffer.from(text)));
	const onCut = () => {
		cut += 1;
	};
	const records: string[] = [];
	for await (const record of recordsOf(stream, { separator: 0x0a, most: 10, onCut })) records.push(record.toString());
	expect([records, cut]).toEqual([["abc", "d", "x".repeat(10), "e"], 1]);
});
