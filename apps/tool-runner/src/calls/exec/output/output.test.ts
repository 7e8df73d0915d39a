import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { keepOutput, lastText } from "./keep.ts";
import type { OutputEntry } from "./limits.ts";
import { packOutput, unpackOutput } from "./pack.ts";
import { createRecorder } from "./recorder.ts";
import { openTail, piecesOf } from "./text.ts";

const entry = (seq: number, text: string): OutputEntry => ({ seq, stream: "stdout", off: 0, at: 0, ts: 1, data: Buffer.from(text) });

test("a character that is cut waits for its rest; bytes that are no character do not", () => {
	const tails = [[0x61], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xc3, 0xa9], [0xff], [0x80, 0x80], [0xc0]];
	expect(tails.map((bytes) => openTail(Uint8Array.from(bytes)))).toEqual([0, 1, 2, 3, 0, 0, 0, 0]);
	expect(piecesOf(Buffer.from("aé€😀z"), 4).map((piece) => Buffer.from(piece).toString())).toEqual(["aé", "€", "😀", "z"]);
});

test("the beginning and the end are kept, and what goes for it is named", () => {
	const kept = keepOutput({ head: 4, kept: 10, shown: 100 });
	const gone = ["aa", "bb", "cc", "dd", "ee", "ff", "gg"].flatMap((text, index) => [...kept.add(entry(index + 1, text))]);
	expect([gone, kept.omittedBytes(), kept.shown("stdout")]).toEqual([[3, 4], 4, "aabbeeffgg"]);
	expect(kept.since(6).map(({ seq }) => seq)).toEqual([6, 7]);
	expect(lastText([entry(1, "aéz")], 2)).toBe("z");
});

test("what is stored is what was said", async () => {
	const entries = [entry(1, "a\n1 o 2 3 4 5\n"), { ...entry(2, ""), stream: "stderr" as const, data: Buffer.from([0, 255, 10]) }];
	expect(await unpackOutput(await packOutput(entries))).toEqual(entries);
});

test("output is recorded while Redis is away, and every byte of it is kept", async () => {
	const recorder = createRecorder({
		id: "exe_1",
		now: () => new Date(0),
		onFirst: () => undefined,
		onLimit: () => undefined,
		cache: { append: () => Promise.reject(new Error("away")) },
	});
	const [out, err] = [
		Readable.from([Buffer.from("a"), Buffer.from("b\xc3", "latin1"), Buffer.from([0xa9])]),
		Readable.from([Buffer.from("no")]),
	];
	const ended = Promise.all([out, err].map((stream) => new Promise((resolve) => stream.once("end", resolve))));
	recorder.attach("stdout", out);
	recorder.attach("stderr", err);
	await ended;
	const { kept, bytes, lastSeq } = await recorder.finish();
	expect([kept.shown("stdout"), kept.shown("stderr"), bytes]).toEqual(["abé", "no", { stdout: 4, stderr: 2 }]);
	expect(kept.entries().map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
});
