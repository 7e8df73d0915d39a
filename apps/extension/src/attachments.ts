import { z } from "zod";

/** A file that the user picked for a task, without its content. `size` in bytes. */
export const Attachment = z.object({
	id: z.uuid(),
	name: z.string().min(1).max(255),
	type: z.string().max(255),
	size: z.number().int().nonnegative(),
});
export type Attachment = z.infer<typeof Attachment>;

/** Files of one task, and bytes of one file. */
export const attachmentLimits = { files: 5, bytes: 8 * 1_024 * 1_024 } as const;

const databaseName = "attachments";
const storeName = "files";

/** Stores files in the extension's IndexedDB; the panel writes them, the worker reads them. */
export async function saveFiles(files: readonly File[]): Promise<Attachment[]> {
	const kept = files.map((file) => ({ id: crypto.randomUUID(), name: file.name.slice(0, 255), type: file.type, size: file.size, file }));
	await inStore("readwrite", (store) => {
		for (const { id, file } of kept) store.put(file, id);
	});
	return kept.map(({ file: _file, ...attachment }) => attachment);
}

/** The content of a file; undefined once it was deleted with its task. */
export async function readFile(id: string): Promise<Blob | undefined> {
	let found: IDBRequest<unknown> | undefined;
	await inStore("readonly", (store) => {
		found = store.get(id);
	});
	return found?.result instanceof Blob ? found.result : undefined;
}

/** Deletes files; unknown ones are no error. */
export async function dropFiles(ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	await inStore("readwrite", (store) => {
		for (const id of ids) store.delete(id);
	});
}

/** Deletes all files. No task runs at a browser start, so any file left belongs to a lost task. */
export async function dropAllFiles(): Promise<void> {
	await inStore("readwrite", (store) => {
		store.clear();
	});
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => void): Promise<void> {
	const database = await opened();
	try {
		const transaction = database.transaction(storeName, mode);
		work(transaction.objectStore(storeName));
		await new Promise<void>((resolve, reject) => {
			transaction.oncomplete = () => resolve();
			transaction.onerror = () => reject(transaction.error);
			transaction.onabort = () => reject(transaction.error);
		});
	} finally {
		database.close();
	}
}

function opened(): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(databaseName, 1);
		request.onupgradeneeded = () => request.result.createObjectStore(storeName);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
