import type { addLoginRoute } from "@webhand/contracts/authority/login";
import { originOfSite } from "@webhand/contracts/authority/login";
import type * as routes from "@webhand/contracts/authority/logins";
import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import type { LoginId, RoutineId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { pageOf, pageSize, readCursor } from "@webhand/service-kit/lists";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Sealer } from "@webhand/service-kit/seal";
import type { z } from "zod";
import type { AuditNote, AuditStore } from "../host/audit/store.ts";
import { defined } from "../shared/defined.ts";
import type { Owner } from "../shared/rows.ts";
import { keyOfRow, loginOf } from "./map.ts";
import type { Played, WaitingTask } from "./policy.ts";
import { boundUnder, mayDelete, mayUse } from "./policy.ts";
import type { Seed } from "./seed.ts";
import { codeOf, readSeed } from "./seed.ts";
import type { LoginStore, StoredLogin } from "./store.ts";

/** What logins need. `isMember`: whether a person works in the tenant; `versionOf`: the current version of a routine that the caller may run. */
export type LoginDeps = {
	readonly logins: LoginStore;
	readonly audit: Pick<AuditStore, "insert">;
	readonly sealer: Sealer;
	readonly inTurn: InTurn;
	readonly policyOf: (tenantId: TenantId) => Promise<OrgPolicy>;
	readonly taskOf: (owner: Owner, taskId: TaskId) => Promise<WaitingTask | null>;
	/** The gate hears of a login that was filled in without a question. */
	readonly noteSignIn: (
		tenantId: TenantId,
		taskId: TaskId,
		signIn: { readonly origin: string; readonly stepIndex: number },
	) => Promise<void>;
	readonly isMember: (owner: Owner) => Promise<boolean>;
	/** @throws AppError ROUTINE_NOT_FOUND */
	readonly versionOf: (call: LoginCall, routineId: RoutineId) => Promise<number>;
	readonly newId: () => LoginId;
	readonly now: () => Date;
};

/** The user who asks. */
export type LoginCall = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles" | "limits" | "runner"> };
type OneCall = LoginCall & { readonly loginId: LoginId };
type Written = ReplyOf<typeof addLoginRoute>;

/** Logins of one tenant. */
const mostLogins = 1_000;
/** Routines of all persons that use one login without a question. */
const mostBound = 500;

/** Logins that the caller may use, or for admins all that are shared. @throws AppError FORBIDDEN, VALIDATION_ERROR naming `cursor` */
export async function listLogins(
	{ logins }: LoginDeps,
	{ identity, query }: LoginCall & { readonly query: z.output<typeof routes.loginsRoute.query> },
): Promise<ReplyOf<typeof routes.loginsRoute>> {
	const { tenantId, userId, roles } = identity;
	if (query.all && !roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see the shared logins of all");
	const after = readCursor(query.cursor, /^\S{1,300}\n.{1,80}$/);
	const sites = query.hosts?.split(",").flatMap((host) => [`https://${host}`, `http://${host}`]);
	const rows = await logins.list(tenantId, { userId: query.all ? undefined : userId, sites, after, limit: pageSize + 1 });
	const { page, nextCursor } = pageOf(rows, (row) => ({ key: keyOfRow(row), id: row._id }));
	return { logins: page.map((row) => loginOf(row, identity)), nextCursor };
}

/** Stores a login. @throws AppError VALIDATION_ERROR naming `totp` or `sharing`, ALREADY_EXISTS, LIMIT_REACHED */
export async function addLogin(
	deps: LoginDeps,
	{ identity, body }: LoginCall & { readonly body: z.output<typeof addLoginRoute.body> },
): Promise<Written> {
	const { tenantId, userId } = identity;
	const { name, username, sharing, password, totp } = body;
	const seed = totp === undefined ? undefined : seedOf(totp);
	await refuseStrangers(deps, tenantId, sharing);
	const at = deps.now();
	const place = { tenantId, _id: deps.newId(), site: siteOf(body.site) };
	const login: StoredLogin = {
		...place,
		ownerId: userId,
		name,
		username,
		sharing,
		bound: [],
		...defined({
			sealedPassword: password === undefined ? undefined : deps.sealer.seal(password, sealOwner(place, "password")),
			sealedSeed: seed === undefined ? undefined : deps.sealer.seal(JSON.stringify(seed), sealOwner(place, "seed")),
		}),
		rev: 1,
		createdAt: at,
		updatedAt: at,
	};
	const facts = { ...factsOf(login), password: password !== undefined, seed: seed !== undefined };
	await deps.inTurn(`logins ${tenantId}`, async () => {
		if ((await deps.logins.count(tenantId, mostLogins)) >= mostLogins)
			throw new AppError("LIMIT_REACHED", `There may be ${mostLogins} logins: delete one that nobody uses`, {
				details: { name: "logins", limit: mostLogins },
			});
		if (!(await deps.logins.insert(login, noting(deps, identity, { action: "login.create", target: login._id, facts })))) throw sameName();
	});
	return written(login, identity, { seed, at });
}

/** Changes a login of the caller. @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, ALREADY_EXISTS, SERVICE_UNAVAILABLE */
export async function changeLogin(
	deps: LoginDeps,
	{ identity, loginId, body }: OneCall & { readonly body: z.output<typeof routes.changeLoginRoute.body> },
): Promise<Written> {
	const { tenantId } = identity;
	const before = await findUsable(deps, { identity, loginId });
	if (before.ownerId !== identity.userId) throw new AppError("FORBIDDEN", "Only its owner changes a login");
	const { password, totp } = body;
	const site = body.site === undefined ? before.site : siteOf(body.site);
	if (site !== before.site) refuseKept(before, body);
	const seed = totp === undefined || totp === null ? undefined : seedOf(totp);
	const sharing = body.sharing ?? before.sharing;
	if (body.sharing !== undefined) await refuseStrangers(deps, tenantId, sharing);
	const place = { tenantId, _id: loginId, site };
	const { sealedPassword, sealedSeed, ...kept } = before;
	const at = deps.now();
	const login: StoredLogin = {
		...kept,
		site,
		name: body.name ?? before.name,
		username: body.username ?? before.username,
		sharing,
		bound: boundUnder(before.bound, { ownerId: before.ownerId, sharing }),
		...defined({
			sealedPassword:
				password === undefined ? sealedPassword : password === null ? undefined : deps.sealer.seal(password, sealOwner(place, "password")),
			sealedSeed:
				totp === undefined ? sealedSeed : seed === undefined ? undefined : deps.sealer.seal(JSON.stringify(seed), sealOwner(place, "seed")),
		}),
		rev: before.rev + 1,
		updatedAt: at,
	};
	if (login.sealedPassword === undefined && login.sealedSeed === undefined)
		throw invalid("password", "is missing: a login needs a password or a seed for one-time codes");
	const facts = { ...factsOf(login), changed: Object.keys(body) };
	const stored = await deps.logins.replace(login, noting(deps, identity, { action: "login.change", target: loginId, facts }));
	if (stored === false) throw sameName();
	if (stored === null) throw new AppError("SERVICE_UNAVAILABLE", "The login changed at the same time", { retryAfterSeconds: 1 });
	return written(login, identity, { seed, at });
}

/** Deletes a login. @throws AppError NOT_FOUND, FORBIDDEN */
export async function deleteLogin(deps: LoginDeps, { identity, loginId }: OneCall): Promise<void> {
	const found = await deps.logins.get(identity.tenantId, loginId);
	if (found === null || !(mayUse(found, identity.userId) || mayDelete(found, identity))) throw unknownLogin();
	if (!mayDelete(found, identity)) throw new AppError("FORBIDDEN", "Only its owner and admins delete a login");
	const note = { action: "login.delete", target: loginId, facts: factsOf(found) } as const;
	if (!(await deps.logins.remove(identity.tenantId, loginId, noting(deps, identity, note)))) throw unknownLogin();
}

/** Lets a version of a routine use a login for the caller without a question. @throws AppError NOT_FOUND, ROUTINE_NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, LIMIT_REACHED */
export async function bindLogin(
	deps: LoginDeps,
	{ routineId, version, ...call }: OneCall & Played,
): Promise<ReplyOf<typeof routes.bindLoginRoute>> {
	const login = await findUsable(deps, call);
	const newest = await deps.versionOf(call, routineId);
	if (version > newest) throw invalid("version", `is no version yet: the newest one is ${newest}`);
	if ((await deps.policyOf(call.identity.tenantId)).acts.secret !== undefined)
		throw new AppError("FORBIDDEN", "Your organization wants a person to fill in passwords and codes");
	const { userId } = call.identity;
	const isThere = login.bound.some((one) => one.userId === userId && one.routineId === routineId);
	if (!isThere && login.bound.length >= mostBound)
		throw new AppError("LIMIT_REACHED", `${mostBound} routines use this login without a question`, {
			details: { name: "routines", limit: mostBound },
		});
	return await binding(deps, call, { routineId, version });
}

/** Has a routine ask before it uses a login. @throws AppError NOT_FOUND */
export async function unbindLogin(
	deps: LoginDeps,
	{ routineId, ...call }: OneCall & { readonly routineId: RoutineId },
): Promise<ReplyOf<typeof routes.unbindLoginRoute>> {
	await findUsable(deps, call);
	return await binding(deps, call, { routineId });
}

async function binding(
	deps: LoginDeps,
	{ identity, loginId }: OneCall,
	{ routineId, version }: Pick<Played, "routineId"> & Partial<Played>,
): Promise<ReplyOf<typeof routes.bindLoginRoute>> {
	const { tenantId, userId } = identity;
	const action = version === undefined ? "login.unbind" : "login.bind";
	const beside = noting(deps, identity, { action, target: loginId, facts: { routine: routineId, ...defined({ version }) } });
	const changed = await deps.logins.bind(tenantId, loginId, { userId, routineId, ...defined({ version }), beside });
	if (changed === null) throw unknownLogin();
	return { login: loginOf(changed, identity) };
}

/** A login that the caller may use; to all others it does not exist. @throws AppError NOT_FOUND */
export async function findUsable({ logins }: Pick<LoginDeps, "logins">, { identity, loginId }: OneCall): Promise<StoredLogin> {
	const found = await logins.get(identity.tenantId, loginId);
	if (found === null || !mayUse(found, identity.userId)) throw unknownLogin();
	return found;
}

/** What a password or seed is sealed for: it opens for no other tenant, login, site or part. @throws never */
export function sealOwner({ tenantId, _id, site }: Pick<StoredLogin, "tenantId" | "_id" | "site">, part: "password" | "seed"): string {
	return JSON.stringify([tenantId, _id, site, part]);
}

/** Audits in the transaction of what it is about. */
export function noting(
	{ audit, now }: Pick<LoginDeps, "audit" | "now">,
	{ tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId },
	note: Pick<AuditNote, "action" | "target" | "facts"> & { readonly outcome?: string },
): (session?: Transaction) => Promise<void> {
	return (session) => audit.insert(tenantId, [{ userId, at: now(), outcome: "ok", ...note }], session);
}

const factsOf = ({ site, sharing, name }: Pick<StoredLogin, "site" | "sharing" | "name">) => ({ site, name, sharedWith: sharing.kind });

function written(
	login: StoredLogin,
	identity: LoginCall["identity"],
	{ seed, at }: { readonly seed: Seed | undefined; readonly at: Date },
): Written {
	const code = seed === undefined ? undefined : codeOf(seed, at);
	return {
		login: loginOf(login, identity),
		...defined({ code: code && { value: code.value, until: code.until.toISOString() } }),
	};
}

/** A stored password or seed stays only while the site does: it never reaches another one. */
function refuseKept(
	{ sealedPassword, sealedSeed }: StoredLogin,
	{ password, totp }: { readonly password?: string | null | undefined; readonly totp?: string | null | undefined },
): void {
	const fields = [
		...(sealedPassword !== undefined && password === undefined ? ["password"] : []),
		...(sealedSeed !== undefined && totp === undefined ? ["totp"] : []),
	].map((field) => ({ field, message: "is needed again for another site" }));
	if (fields.length > 0) throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields } });
}

async function refuseStrangers({ isMember }: LoginDeps, tenantId: TenantId, sharing: StoredLogin["sharing"]): Promise<void> {
	if (sharing.kind !== "people") return;
	for (const [at, userId] of sharing.userIds.entries())
		if (!(await isMember({ tenantId, userId }))) throw invalid(`sharing.userIds.${at}`, "is nobody of your organization");
}

function seedOf(text: string): Seed {
	const read = readSeed(text);
	if ("problem" in read) throw invalid("totp", read.problem);
	return read.seed;
}

function siteOf(text: string): string {
	const site = originOfSite(text);
	if (site === undefined) throw invalid("site", "must be a site, such as shop.example");
	return site;
}

function invalid(field: string, message: string): AppError {
	return new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [{ field, message }] } });
}

const sameName = () => new AppError("ALREADY_EXISTS", "You have a login of this name for the site: give it another name");
const unknownLogin = () => new AppError("NOT_FOUND", "There is no such login");
