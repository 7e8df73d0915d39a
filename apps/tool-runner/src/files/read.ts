import type { readFileRoute } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import type { OpenRoot } from "../workspaces/root.ts";
import { hashOfContent, openFile, readAt } from "./content.ts";
import { timeOf } from "./list.ts";
import { onDisk, openPath } from "./open.ts";
import type { Source } from "./slice.ts";
import { eolOf, hasBom, isText, sliceByBytes, sliceByLines } from "./slice.ts";

export type ReadRequest = Omit<z.output<typeof readFileRoute.query>, "workspaceId" | "sessionId">;
export type ReadReply = z.output<typeof readFileRoute.reply>;

/**
 * Reads a slice of a file, by bytes or by lines. Up to 8 MiB the whole file says whether it is text and how its lines end, above that the
 * slice.
 *
 * @throws AppError FILE_NOT_FOUND, NOT_A_FILE, FILE_TOO_LARGE above 64 MiB
 */
export async function readFile(root: OpenRoot, request: ReadRequest): Promise<ReadReply> {
	const pinned = await openPath(root, request.path, { followLast: true });
	try {
		const { handle, facts } = await openFile(pinned, root);
		try {
			const size = Number(facts.size);
			const most = fileLimits.readableFile;
			if (size > most) throw new AppError("FILE_TOO_LARGE", "This file has more than 64 MiB", { details: { size, limit: most } });
			const whole = size <= fileLimits.hashedFile ? await onDisk(() => readAt(handle, 0, size)) : null;
			const source: Source =
				whole === null
					? { size, read: (offset, length) => onDisk(() => readAt(handle, offset, length)) }
					: { size: whole.length, read: async (offset, length) => whole.subarray(offset, offset + length) };
			const { fromLine, lines, offset, limit } = request;
			const slice =
				fromLine === undefined && lines === undefined
					? await sliceByBytes(source, { offset, limit, isExact: request.encoding === "base64" })
					: await sliceByLines(source, { fromLine: fromLine ?? 1, lines: lines ?? fileLimits.readLines, limit });
			const judged = whole ?? slice.bytes;
			const encoding = request.encoding === "auto" ? (isText(judged) ? "utf8" : "base64") : request.encoding;
			// What is no text is cut nowhere but where it was asked for.
			const isMoved = encoding === "base64" && fromLine === undefined && lines === undefined;
			const { bytes, ...at } = isMoved ? await sliceByBytes(source, { offset, limit, isExact: true }) : slice;
			return {
				path: pinned.path,
				size: source.size,
				mtime: timeOf(Number(facts.mtimeMs)),
				hash: whole === null ? null : hashOfContent(whole),
				encoding,
				content: bytes.toString(encoding),
				offset: at.offset,
				bytes: bytes.length,
				truncated: at.offset + bytes.length < source.size,
				eol: eolOf(judged),
				bom: hasBom(whole ?? (await source.read(0, 3))),
			};
		} finally {
			await handle.close();
		}
	} finally {
		await pinned.close();
	}
}
