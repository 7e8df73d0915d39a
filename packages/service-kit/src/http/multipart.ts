import { Busboy } from "@fastify/busboy";
import { invalidBody } from "./replies.ts";

/** A file of a `multipart` body; `name` is that of its part. `filename` and `mediaType` are claims of the client. */
export type UploadedFile<Name extends string = string> = {
	readonly name: Name;
	readonly filename: string;
	readonly mediaType: string;
	readonly bytes: Buffer;
};

type MultipartBody = { readonly fields: readonly [string, string][]; readonly files: readonly UploadedFile[] };

/** Our routes have a handful of parts; each costs objects of its own. */
const mostParts = 100;

/** The fields and files of a whole body, in order. @throws AppError VALIDATION_ERROR for a body that does not read */
export function parseMultipart(contentType: string, bytes: Buffer): Promise<MultipartBody> {
	return new Promise((resolve, reject) => {
		const fields: [string, string][] = [];
		const files: UploadedFile[] = [];
		const fail = () => reject(invalidBody("must be valid multipart/form-data"));
		try {
			// The route's limit has counted the whole body already.
			const limits = { parts: mostParts, fieldSize: Number.POSITIVE_INFINITY };
			const parser = new Busboy({ headers: { "content-type": contentType }, limits });
			parser.on("field", (name, value) => fields.push([name, value]));
			parser.on("file", (...part) => {
				const [name, stream, filename, , mediaType] = part;
				const chunks: Buffer[] = [];
				stream.on("data", (chunk: Buffer) => chunks.push(chunk));
				stream.on("end", () => files.push({ name, filename, mediaType, bytes: Buffer.concat(chunks) }));
			});
			parser.on("partsLimit", () => reject(invalidBody(`must have at most ${mostParts} parts`)));
			parser.on("error", fail);
			parser.on("finish", () => resolve({ fields, files }));
			parser.end(bytes);
		} catch {
			// A missing boundary is thrown, everything else an event.
			fail();
		}
	});
}
