import type { LoginPart, LoginSharing } from "@webhand/contracts/authority/login";
import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import type { LoginId, QuestionId, Role, RoutineId, UserId } from "@webhand/contracts/ids";
import { defined } from "../shared/defined.ts";

/** A version of a routine. */
export type Played = { readonly routineId: RoutineId; readonly version: number };

/** What decides who may do what with a login. `bound`: who lets which version of a routine use it without a question. */
export type Owned = {
	readonly ownerId: UserId;
	readonly sharing: LoginSharing;
	readonly bound: readonly (Played & { readonly userId: UserId })[];
};
type Caller = { readonly userId: UserId; readonly roles: readonly Role[] };

/** True for the owner of a login and for whom it is shared with; roles open none. @throws never */
export function mayUse({ ownerId, sharing }: Pick<Owned, "ownerId" | "sharing">, userId: UserId): boolean {
	if (ownerId === userId || sharing.kind === "everybody") return true;
	return sharing.kind === "people" && sharing.userIds.includes(userId);
}

/** Admins delete what is shared, so that a login of a person who left does not stay; they use and change it no more than others. @throws never */
export function mayDelete({ ownerId, sharing }: Pick<Owned, "ownerId" | "sharing">, { userId, roles }: Caller): boolean {
	return ownerId === userId || (sharing.kind !== "nobody" && roles.includes("admin"));
}

/** The bindings that are left once a login is shared in another way. @throws never */
export function boundUnder(bound: Owned["bound"], owner: Pick<Owned, "ownerId" | "sharing">): Owned["bound"] {
	return bound.filter(({ userId }) => mayUse(owner, userId));
}

/** A task of the caller that may wait for a hand-over. `plays`: the version of a routine that it plays; `isTainted`: a page gave it orders. */
export type WaitingTask = {
	readonly status: string;
	readonly plays?: Played | undefined;
	readonly isTainted: boolean;
	readonly question: {
		readonly id: QuestionId;
		readonly kind: string;
		readonly stepIndex: number;
		readonly expiresAt: string;
		readonly site?: string | undefined;
		readonly signsIn?: true | undefined;
		readonly given?: object | undefined;
	} | null;
};

/** `boundTo`: the version of a routine whose bound login may answer; absent where only a person does. */
type Handover = { readonly id: QuestionId; readonly site: string; readonly stepIndex: number; readonly boundTo?: Played };

/**
 * The page that a task hands over now; undefined where it waits for nothing of the kind. A bound login answers only a routine that waits for a
 * sign-in itself: a step that hands over is there for a person, and so is a page that gives orders.
 *
 * @throws never
 */
export function handedOver({ status, question, plays, isTainted }: WaitingTask, now: Date): Handover | undefined {
	if (status !== "needs_user_input" || question?.kind !== "handoff" || question.given !== undefined) return undefined;
	if (question.site === undefined || Date.parse(question.expiresAt) <= now.getTime()) return undefined;
	const { id, site, stepIndex, signsIn } = question;
	return { id, site, stepIndex, ...defined({ boundTo: signsIn === true && !isTainted ? plays : undefined }) };
}

type Parts = { readonly username: string; readonly hasPassword: boolean; readonly hasTotp: boolean };

/** What a login has to fill in. @throws never */
export function partsOf({ username, hasPassword, hasTotp }: Parts): LoginPart[] {
	return [
		...(username === "" ? [] : (["username"] as const)),
		...(hasPassword ? (["password"] as const) : []),
		...(hasTotp ? (["code"] as const) : []),
	];
}

type BoundLogin = Owned & { readonly _id: LoginId };

/** The login that a person lets this version of a routine use without a question: the only one, since nobody guesses between two. @throws never */
export function boundOf(
	logins: readonly BoundLogin[],
	{ userId, plays, policy }: { readonly userId: UserId; readonly plays: Played | undefined; readonly policy: OrgPolicy },
): LoginId | undefined {
	// Where secrets are asked for each time, nothing is filled in without a person.
	if (plays === undefined || policy.acts.secret !== undefined) return undefined;
	const own = logins.filter(({ bound }) =>
		bound.some((one) => one.userId === userId && one.routineId === plays.routineId && one.version === plays.version),
	);
	return own.length === 1 ? own[0]?._id : undefined;
}

/** Why a part of a login is not given, as a word of the audit; undefined where it is. */
export type UseRefusal = "site" | "policy" | "not_bound" | "no_part";

/**
 * Whether a part of a login goes into the page that a task hands over.
 *
 * @param login one that the caller may use
 * @param use `isBound`: no person pressed for it
 * @throws never
 */
export function refusalOfUse(
	login: BoundLogin & Parts & { readonly site: string },
	use: {
		readonly site: string;
		readonly part: LoginPart;
		readonly isBound: boolean;
		readonly userId: UserId;
		readonly plays: Played | undefined;
		readonly policy: OrgPolicy;
	},
): UseRefusal | undefined {
	if (use.policy.acts.secret === "never") return "policy";
	if (login.site !== use.site) return "site";
	if (use.isBound && boundOf([login], use) === undefined) return "not_bound";
	return partsOf(login).includes(use.part) ? undefined : "no_part";
}
