import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

const [typeOfText, classOfInternet, headerBytes] = [16, 1, 12];

/** A name server on loopback with nothing but these TXT records, by name. */
export async function startNameServer(records: ReadonlyMap<string, string>) {
	const socket = createSocket("udp4");
	socket.on("message", (query, { port, address }) => socket.send(answerTo(query, records), port, address));
	await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
	return {
		address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
		close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
	};
}

/** RFC 1035, 4.1: the header, the question as it was asked, and the record that a pointer names after it. */
function answerTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
	const labels: string[] = [];
	let at = headerBytes;
	for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += length + 1;
	}
	const question = query.subarray(headerBytes, at + 5);
	const text = records.get(labels.join(".").toLowerCase());
	const header = Buffer.alloc(headerBytes);
	query.copy(header, 0, 0, 2);
	// An answer, recursion available; without a record the name does not exist.
	header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(text === undefined ? 0 : 1, 6);
	if (text === undefined) return Buffer.concat([header, question]);
	const record = Buffer.alloc(headerBytes + 1 + text.length);
	record.writeUInt16BE(0xc00c, 0);
	record.writeUInt16BE(typeOfText, 2);
	record.writeUInt16BE(classOfInternet, 4);
	record.writeUInt32BE(1, 6);
	record.writeUInt16BE(text.length + 1, 10);
	record.writeUInt8(text.length, headerBytes);
	record.write(text, headerBytes + 1, "latin1");
	return Buffer.concat([header, question, record]);
}
