import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { OutputEntry } from "./limits.ts";

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
// Output of at most 8 MiB in entries of at least one byte each 20 ms for ten minutes.
const mostUnpacked = 33_554_432;

/** Entries as they are stored: a line with the facts of each, then its bytes; gzip. */
export async function packOutput(entries: readonly OutputEntry[]): Promise<Buffer> {
	const parts = entries.flatMap(({ seq, stream, off, at, ts, data }) => [
		Buffer.from(`${seq} ${stream === "stdout" ? "o" : "e"} ${off} ${at} ${ts} ${data.length}\n`),
		data,
	]);
	return await pack(Buffer.concat(parts), { level: 1 });
}

/** Entries as they were stored. @throws Error for bytes that are not of `packOutput` */
export async function unpackOutput(packed: Uint8Array): Promise<readonly OutputEntry[]> {
	const bytes = await unpack(packed, { maxOutputLength: mostUnpacked });
	const entries: OutputEntry[] = [];
	for (let from = 0; from < bytes.length; ) {
		const end = bytes.indexOf(10, from);
		const [seq = 0, , off = 0, at = 0, ts = 0, length = 0] = bytes.toString("latin1", from, end).split(" ").map(Number);
		const stream = bytes.toString("latin1", from, end).includes(" o ") ? "stdout" : "stderr";
		if (end === -1 || !Number.isSafeInteger(length)) throw new RangeError("Stored output does not read");
		entries.push({ seq, stream, off, at, ts, data: bytes.subarray(end + 1, end + 1 + length) });
		from = end + 1 + length;
	}
	return entries;
}
