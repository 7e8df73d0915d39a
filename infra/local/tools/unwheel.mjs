// Takes files out of a wheel (a zip), so that nothing but Node is needed to unpack what pip downloaded.
import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inflateRawSync } from "node:zlib";

const endRecord = 0x06054b50;
const centralRecord = 0x02014b50;
const localRecord = 0x04034b50;
const largestMember = 500_000_000;

/** @param {number} file @param {number} offset @param {number} length */
function read(file, offset, length) {
	const bytes = Buffer.alloc(length);
	if (readSync(file, bytes, 0, length, offset) !== length) throw new Error("the archive ends too early");
	return bytes;
}

/** @param {number} file @param {number} size */
function readDirectory(file, size) {
	const tail = read(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
	for (let at = tail.length - 22; at >= 0; at -= 1) {
		if (tail.readUInt32LE(at) === endRecord) {
			const directory = read(file, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12));
			return { directory, count: tail.readUInt16LE(at + 10) };
		}
	}
	throw new Error("not a zip archive");
}

/** @typedef {{ name: string, method: number, checksum: number, packedSize: number, size: number, offset: number }} Member */

/** @param {{ directory: Buffer, count: number }} listing @returns {Member[]} */
function membersIn({ directory, count }) {
	const members = [];
	for (let at = 0, index = 0; index < count; index += 1) {
		if (directory.readUInt32LE(at) !== centralRecord) throw new Error("its table of contents is damaged");
		const nameLength = directory.readUInt16LE(at + 28);
		const name = directory.toString("utf8", at + 46, at + 46 + nameLength);
		if (name.startsWith("/") || name.includes("\\") || name.split("/").includes(".."))
			throw new Error(`it has a member outside itself: ${name}`);
		members.push({
			name,
			method: directory.readUInt16LE(at + 10),
			checksum: directory.readUInt32LE(at + 16),
			packedSize: directory.readUInt32LE(at + 20),
			size: directory.readUInt32LE(at + 24),
			offset: directory.readUInt32LE(at + 42),
		});
		at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
	}
	return members;
}

/** @param {number} file @param {Member} member */
function bytesOf(file, member) {
	if (member.size > largestMember) throw new Error(`${member.name} is too large`);
	const header = read(file, member.offset, 30);
	if (header.readUInt32LE(0) !== localRecord) throw new Error("a member is damaged");
	const packed = read(file, member.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), member.packedSize);
	const bytes = member.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: largestMember });
	if (bytes.length !== member.size || crc32(bytes) !== member.checksum) throw new Error(`${member.name} is damaged`);
	return bytes;
}

/** @type {Uint32Array | undefined} */
let crcTable;

/** @param {Buffer} bytes zlib.crc32 only exists from Node 22.2 on */
function crc32(bytes) {
	crcTable ??= Uint32Array.from({ length: 256 }, (_, byte) => {
		let value = byte;
		for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
		return value >>> 0;
	});
	let crc = 0xffffffff;
	for (let index = 0; index < bytes.length; index += 1) crc = (crcTable[(crc ^ (bytes[index] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Writes one member of the archive to `target`, executable, in one rename: a half-written file never carries the final name.
 *
 * @param {string} archive
 * @param {string} member its full name in the archive
 * @param {string} target
 * @throws {Error} not a zip, damaged, the member absent, or any member that points outside the archive
 */
export function unwheel(archive, member, target) {
	inArchive(archive, (file, members) => {
		const found = members.findLast(({ name }) => name === member);
		if (found === undefined) throw new Error(`it has no ${member}`);
		write(bytesOf(file, found), target);
	});
}

/**
 * Writes the members that are wanted below a folder, each under its own path; no other one is read.
 *
 * @param {string} archive
 * @param {(name: string) => boolean} isWanted asked for the full name of each file
 * @param {string} folder
 * @throws {Error} as {@link unwheel}
 */
export function unwheelSome(archive, isWanted, folder) {
	inArchive(archive, (file, members) => {
		for (const member of members)
			if (!member.name.endsWith("/") && isWanted(member.name)) write(bytesOf(file, member), join(folder, member.name));
	});
}

/** @param {string} archive @param {(file: number, members: Member[]) => void} use */
function inArchive(archive, use) {
	const file = openSync(archive, "r");
	try {
		use(file, membersIn(readDirectory(file, statSync(archive).size)));
	} catch (cause) {
		throw new Error(`${archive} cannot be unpacked: ${cause instanceof Error ? cause.message : cause}`, { cause });
	} finally {
		closeSync(file);
	}
}

/** @param {Buffer} bytes @param {string} target */
function write(bytes, target) {
	const partial = `${target}.${process.pid}.partial`;
	try {
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(partial, bytes, { mode: 0o755 });
		renameSync(partial, target);
	} finally {
		rmSync(partial, { force: true });
	}
}
