import type { AuditPart } from "@webhand/contracts/audit";
import type { TenantId } from "@webhand/contracts/ids";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Condition, Db, Document, Filter, WithId } from "mongodb";
import type { Place } from "./list.ts";
import { placeIn } from "./list.ts";

/** Which rows: equal in these fields, with an outcome (`failed` is what was not done), of a span of time with both ends. */
export type RowFilter = {
	readonly equal: Readonly<Record<string, unknown>>;
	readonly outcome?: "ok" | "failed" | undefined;
	readonly from?: string | undefined;
	readonly to?: string | undefined;
};

/** The part of a list that is read: `limit` rows behind a place. */
export type ListPart = { readonly before?: Place | undefined; readonly limit: number };

/** How rows of a collection are listed: ids as stored, and which outcomes count as done and as not done. */
export type ListOptions = {
	readonly part: AuditPart;
	readonly idOf?: (id: string) => unknown;
	readonly outcomes: { readonly ok: Condition<unknown>; readonly failed: Condition<unknown> };
};

const newestFirst = { at: -1, _id: -1 } as const;

/** Opens the list of a collection whose rows have `tenantId` and `at`: rows of a tenant that match, newest first. */
export function createList<Row extends Document>(rows: Collection<Row>, { part, idOf = (id) => id, outcomes }: ListOptions) {
	return (tenantId: TenantId, { equal, outcome, from, to }: RowFilter, { before, limit }: ListPart): Promise<WithId<Row>[]> => {
		const span = { ...(from && { $gte: new Date(from) }), ...(to && { $lte: new Date(to) }) };
		const filter = {
			tenantId,
			...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
			...(outcome && { outcome: outcomes[outcome] }),
			...(Object.keys(span).length > 0 && { at: span }),
			...(before && placed(before)),
		};
		return rows.find(filter as Filter<Row>, { sort: newestFirst, limit, ...requestLimit }).toArray();
	};

	/** `$and`: the filter may say something about `at` as well. */
	function placed(before: Place) {
		const { at, id, isAtIncluded } = placeIn(part, before);
		if (id === undefined) return { $and: [{ at: isAtIncluded ? { $lte: at } : { $lt: at } }] };
		return { $and: [{ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: idOf(id) } }] }] };
	}
}

/** An index for the order of the list and for each filter: a page is read in its order. */
export async function indexList(db: Db, collection: string, filters: readonly (readonly string[])[]): Promise<void> {
	const keyOf = (names: readonly string[]) => ({ tenantId: 1, ...Object.fromEntries(names.map((name) => [name, 1])), ...newestFirst });
	await db.collection(collection).createIndexes([[], ...filters].map((names) => ({ key: keyOf(names) })));
	// Of a version that listed rows without their id.
	const before = "tenantId_1_at_1";
	if (await db.collection(collection).indexExists(before)) await db.collection(collection).dropIndex(before);
}

/** Days that rows of auth and agent-api are kept. */
const keptDays = 400;

/** Lets MongoDB remove rows after 400 days. */
export async function indexExpiry(db: Db, collection: string): Promise<void> {
	await db.collection(collection).createIndex({ at: 1 }, { expireAfterSeconds: keptDays * 86_400 });
}
