import type { Db } from "mongodb";
import { GridFSBucket, ObjectId } from "mongodb";
import type { Scope } from "../../scope.ts";
import type { FileId } from "../rows.ts";

/** Bytes of documents in GridFS, until they are read. */
export type DocumentFiles = {
	readonly save: (scope: Scope, bytes: Uint8Array) => Promise<FileId>;
	/** @returns null when the file is gone */
	readonly read: (scope: Scope, file: FileId) => Promise<Buffer | null>;
	/** A file that is gone already is no error. */
	readonly remove: (scope: Scope, file: FileId) => Promise<void>;
	/** Files whose upload began before a moment, whole or not, at most 1,000. */
	readonly begunBefore: (moment: Date) => Promise<readonly FileId[]>;
	readonly removeAll: (files: readonly FileId[]) => Promise<void>;
};

export function createDocumentFiles(db: Db): DocumentFiles {
	const bucketName = "uploads";
	const bucket = new GridFSBucket(db, { bucketName });
	const files = db.collection(`${bucketName}.files`);
	const parts = db.collection(`${bucketName}.chunks`);
	const removeAll = async (given: readonly FileId[]) => {
		const ids = given.map((file) => new ObjectId(file));
		await files.deleteMany({ _id: { $in: ids } });
		await parts.deleteMany({ files_id: { $in: ids } });
	};
	return {
		save: async (scope, bytes) => {
			const upload = bucket.openUploadStream("document", { metadata: { tenantId: scope } });
			await new Promise<void>((resolve, reject) => {
				upload.once("finish", resolve);
				upload.once("error", reject);
				upload.end(bytes);
			});
			return upload.id.toHexString();
		},
		read: async (scope, file) => {
			const id = new ObjectId(file);
			if ((await files.findOne({ _id: id, "metadata.tenantId": scope })) === null) return null;
			const found: Buffer[] = [];
			for await (const part of bucket.openDownloadStream(id)) found.push(part as Buffer);
			return Buffer.concat(found);
		},
		remove: async (scope, file) => {
			const id = new ObjectId(file);
			const { deletedCount } = await files.deleteOne({ _id: id, "metadata.tenantId": scope });
			if (deletedCount > 0) await parts.deleteMany({ files_id: id });
		},
		// An upload writes its parts first, and a removal takes them last, so parts show what was left behind.
		begunBefore: async (moment) => {
			const before = ObjectId.createFromTime(moment.getTime() / 1_000);
			const rows = await parts.aggregate<{ _id: ObjectId }>([
				{ $match: { files_id: { $lt: before } } },
				{ $group: { _id: "$files_id" } },
				{ $limit: 1_000 },
			]);
			return (await rows.toArray()).map(({ _id }) => _id.toHexString());
		},
		removeAll,
	};
}
