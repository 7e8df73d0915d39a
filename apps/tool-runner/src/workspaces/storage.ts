import { lstat, statfs } from "node:fs/promises";
import { limitBounds } from "@webhand/contracts/auth/limits";
import type { TenantId, WorkspaceId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { entriesOf, entryIn, openFolder } from "../files/entries.ts";
import type { Root } from "../files/walk.ts";
import { inFolder } from "../files/walk.ts";
import type { OpenRoot } from "./root.ts";
import { openRoot } from "./root.ts";
import type { StoredWorkspace, WorkspaceStore } from "./store.ts";

/** A workspace whose folder is open. */
export type OpenWorkspace = { readonly workspace: StoredWorkspace; readonly root: OpenRoot };

/** What the files of tenants may take of the disk. An empty file counts as 4 KiB, so their number is bounded as well. */
export type Storage = {
	/**
	 * Sets room aside for a change, until the tenant is measured again.
	 *
	 * @param wanted `mostMb` of the tenant, `bytes` that the change adds
	 * @throws AppError STORAGE_FULL with the reason `disk`, or `tenant` with `usedMb` and `limitMb`
	 */
	readonly requireRoom: (place: OpenWorkspace, wanted: { readonly mostMb: number; readonly bytes: number }) => Promise<void>;
	/** Looks after a program that writes there. `mostMb` is that of the last `requireRoom` unless given. @returns true once it may write no more; never rejects */
	readonly watch: (place: OpenWorkspace, mostMb?: number) => () => Promise<boolean>;
};

type Measured = { bytes: number; readonly at: number; readonly tookMs: number };

const mebibyte = 1_048_576;
const fileBytes = 4_096;
/** A measure is good for a while; one that is to refuse something is newer. None takes more than a fifth of the time. */
const ages = { good: 10_000, fresh: 1_000, watched: 30_000, costs: 5 } as const;
const leastFiles = 1_000;
const deepest = 200;
const atOnce = 32;

/** @param leastFree bytes that a change leaves free on the disk of a workspace, for all */
export function createStorage({
	workspaces,
	leastFree,
	elapsed,
}: {
	readonly workspaces: Pick<WorkspaceStore, "ofTenant">;
	readonly leastFree: number;
	readonly elapsed: () => number;
}): Storage {
	const measured = new Map<WorkspaceId, Measured>();
	const measuring = new Map<WorkspaceId, Promise<Measured>>();
	const limits = new Map<TenantId, number>();

	const measure = async (workspace: StoredWorkspace, most: number): Promise<Measured> => {
		const started = elapsed();
		const root = await openRoot(workspace).catch(() => null);
		// A folder that is gone takes nothing.
		const bytes = root === null ? 0 : await bytesBelow(root, most).finally(() => root.close());
		const found = { bytes, at: elapsed(), tookMs: elapsed() - started };
		measured.set(workspace._id, found);
		return found;
	};
	const newest = async (workspace: StoredWorkspace, { age, most }: { readonly age: number; readonly most: number }): Promise<Measured> => {
		const known = measured.get(workspace._id);
		if (known !== undefined && elapsed() - known.at < Math.max(age, ages.costs * known.tookMs)) return known;
		const running = measuring.get(workspace._id) ?? measure(workspace, most).finally(() => measuring.delete(workspace._id));
		measuring.set(workspace._id, running);
		return await running;
	};
	/** The sum is made when it is asked for: whoever waited for the same measure may have set room aside since. */
	const usedBy = async (tenantId: TenantId, wish: { readonly age: number; readonly most: number }): Promise<() => number> => {
		const all = await workspaces.ofTenant(tenantId);
		for (const workspace of all) await newest(workspace, wish);
		return () => all.reduce((bytes, { _id }) => bytes + (measured.get(_id)?.bytes ?? 0), 0);
	};

	return {
		requireRoom: async ({ workspace, root }, { mostMb, bytes }) => {
			const { tenantId, _id } = workspace;
			limits.set(tenantId, mostMb);
			const left = await leftOn(root);
			if (left.bytes < leastFree || left.files < leastFiles) throw diskFull();
			const most = mostMb * mebibyte;
			const isAbove = (used: number) => used + Math.max(bytes, 1) > most;
			const used = await usedBy(tenantId, { age: ages.good, most });
			if (isAbove(used())) {
				const fresh = await usedBy(tenantId, { age: ages.fresh, most });
				if (isAbove(fresh())) throw tenantFull(fresh(), mostMb);
			}
			const known = measured.get(_id);
			if (known !== undefined) known.bytes += Math.max(bytes, fileBytes);
		},

		watch: ({ workspace, root }, given) => {
			const { tenantId } = workspace;
			const most = mebibyte * (given ?? limits.get(tenantId) ?? limitBounds.storageMb.default);
			let isAbove = false;
			let isLooking = false;
			let last: { readonly left: Left; readonly room: number; readonly at: number } | undefined;
			const look = async (left: Left) => {
				const used = (await usedBy(tenantId, { age: ages.fresh, most }))();
				isAbove = used >= most;
				last = { left, room: most - used, at: elapsed() };
			};
			return async () => {
				const left = await leftOn(root).catch(() => null);
				if (left === null) return false;
				// While the disk has lost less than the tenant had left, nobody needs to count its files.
				const isDue = last === undefined || lost(last.left, left) >= last.room || elapsed() - last.at > ages.watched;
				if (isDue && !isLooking) {
					isLooking = true;
					void look(left)
						.catch(() => undefined)
						.finally(() => {
							isLooking = false;
						});
				}
				return isAbove || left.bytes < leastFree / 2;
			};
		},
	};
}

/** What a file system has left: bytes, and files that it has a place for; infinite where it does not count them. */
type Left = { readonly bytes: number; readonly files: number };

async function leftOn({ handle }: Root): Promise<Left> {
	const { bavail, bsize, files, ffree } = await statfs(inFolder(handle, "."));
	return { bytes: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree };
}

/** Bytes that a file system has lost, or those of as many empty files. */
function lost(before: Left, now: Left): number {
	const files = Number.isFinite(now.files) ? before.files - now.files : 0;
	return Math.max(before.bytes - now.bytes, fileBytes * files);
}

/** The bytes that a tree takes on the disk; it is not counted further than `most`. What cannot be entered counts nothing. */
async function bytesBelow(root: Root, most: number): Promise<number> {
	let bytes = 0;
	const enter = async (folder: Root["handle"], depth: number): Promise<void> => {
		for await (const batch of entriesOf(folder)) {
			for (let at = 0; at < batch.length; at += atOnce) {
				const facts = batch.slice(at, at + atOnce).map((entry) => lstat(entryIn(folder, entry.name)).catch(() => null));
				for (const found of await Promise.all(facts)) bytes += found === null ? 0 : Math.max(fileBytes, 512 * (found.blocks ?? 0));
			}
			for (const entry of batch) {
				if (bytes > most) return;
				if (!entry.isDirectory()) continue;
				// Nobody needs folders that deep; what hides there would count nothing.
				if (depth === deepest) {
					bytes = Number.POSITIVE_INFINITY;
					return;
				}
				const inner = await openFolder(folder, entry.name, root.dev).catch(() => null);
				if (inner !== null) await enter(inner, depth + 1).finally(() => inner.close());
			}
		}
	};
	await enter(root.handle, 1).catch(() => undefined);
	return bytes;
}

const diskFull = () =>
	new AppError("STORAGE_FULL", "The disk of this workspace is almost full. Delete what is no longer needed, then try again", {
		details: { reason: "disk" },
	});

const tenantFull = (used: number, limitMb: number) =>
	new AppError(
		"STORAGE_FULL",
		`The files of your organization take all of its ${limitMb} MiB. Delete what is no longer needed, or ask an operator for more`,
		{ details: { reason: "tenant", usedMb: Number.isFinite(used) ? Math.ceil(used / mebibyte) : null, limitMb } },
	);
