import type { Db } from "mongodb";
import { GridFSBucket, ObjectId } from "mongodb";
import type { Scope } from "../../scope.ts";

/** Bytes of documents in GridFS, until they are read. */
export type DocumentFiles = {
	readonly save: (scope: Scope, bytes: Uint8Array) => Promise<ObjectId>;
	/** @returns null when the file is gone */
	readonly read: (scope: Scope, file: ObjectId) => Promise<Buffer | null>;
	/** A file that is gone already is no error. */
	readonly remove: (scope: Scope, file: ObjectId) => Promise<void>;
	/** Files whose upload began before a moment, whole or not, at most 1,000. */
	readonly begunBefore: (moment: Date) => Promise<readonly ObjectId[]>;
	readonly removeAll: (files: readonly ObjectId[]) => Promise<void>;
};

export function createDocumentFiles(db: Db): DocumentFiles {
	const bucketName = "uploads";
	const bucket = new GridFSBucket(db, { bucketName });
	const files = db.collection(`${bucketName}.files`);
	const parts = db.collection(`${bucketName}.chunks`);
	const removeAll = async (ids: readonly ObjectId[]) => {
		await files.deleteMany({ _id: { $in: [...ids] } });
		await parts.deleteMany({ files_id: { $in: [...ids] } });
	};
	return {
		save: async (scope, bytes) => {
			const upload = bucket.openUploadStream("document", { metadata: { tenantId: scope } });
			await new Promise<void>((resolve, reject) => {
				upload.once("finish", resolve);
				upload.once("error", reject);
				upload.end(bytes);
			});
			return upload.id;
		},
		read: async (scope, file) => {
			if ((await files.findOne({ _id: file, "metadata.tenantId": scope })) === null) return null;
			const found: Buffer[] = [];
			for await (const part of bucket.openDownloadStream(file)) found.push(part as Buffer);
			return Buffer.concat(found);
		},
		remove: async (scope, file) => {
			const { deletedCount } = await files.deleteOne({ _id: file, "metadata.tenantId": scope });
			if (deletedCount > 0) await parts.deleteMany({ files_id: file });
		},
		// An upload writes its parts first, and a removal takes them last, so parts show what was left behind.
		begunBefore: async (moment) => {
			const before = ObjectId.createFromTime(moment.getTime() / 1_000);
			const rows = await parts.aggregate<{ _id: ObjectId }>([
				{ $match: { files_id: { $lt: before } } },
				{ $group: { _id: "$files_id" } },
				{ $limit: 1_000 },
			]);
			return (await rows.toArray()).map(({ _id }) => _id);
		},
		removeAll,
	};
}
