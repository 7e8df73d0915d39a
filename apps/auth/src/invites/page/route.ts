import { createHmac, timingSafeEqual } from "node:crypto";
import { inviteDoneRoute, invitePageRoute, startPageRoute, submitInviteRoute } from "@webhand/contracts/auth/invites";
import { Name } from "@webhand/contracts/auth/orgs";
import { Password } from "@webhand/contracts/auth/sign-in";
import type { FieldProblem } from "@webhand/contracts/errors";
import { statusByCode } from "@webhand/contracts/errors";
import type { Language } from "@webhand/contracts/language";
import { AppError } from "@webhand/service-kit/errors";
import type { Call } from "@webhand/service-kit/routes";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "../../audit/caller.ts";
import { languageOf, varyByLanguage } from "../../language.ts";
import type { ResetDeps } from "../../people/reset.ts";
import { findReset, resetPassword } from "../../people/reset.ts";
import type { AcceptDeps, OpenInvite } from "../accept.ts";
import { acceptInvite, findInvite } from "../accept.ts";
import { isOwnOrigin } from "../policy.ts";
import type { FormView, Reader, WayIn } from "./view.ts";
import { formPage, messagePage, pageHeaders, stepsPage } from "./view.ts";
import { pageText } from "./words.ts";

/** What the pages need. `formSecret` keys the token in the form; `extensionSource` is where people get the extension. */
export type InvitePageDeps = {
	readonly invites: AcceptDeps;
	readonly people: ResetDeps;
	readonly formSecret: Buffer;
	readonly extensionSource: string | null;
};

/** A page and its status. */
type Answer = { readonly status: number; readonly page: string };

const gone = (reader: Reader): Answer => ({
	status: statusByCode.INVITE_INVALID,
	page: messagePage(pageText[reader.language].gone, reader),
});
const foreignForm = (reader: Reader): Answer => ({
	status: statusByCode.FORBIDDEN,
	page: messagePage(pageText[reader.language].foreignForm, reader),
});
const wayIn = ({ invites, extensionSource }: InvitePageDeps, reader: Reader): WayIn => ({
	...reader,
	server: new URL(invites.publicUrl).origin,
	source: extensionSource,
});
function byProvider(
	deps: InvitePageDeps,
	{ organization: { name } }: OpenInvite,
	{ reader, status }: Reading & { status: number },
): Answer {
	const { join, byProvider: text } = pageText[reader.language];
	return { status, page: stepsPage({ title: join(name), text: text(name) }, wayIn(deps, reader)) };
}

/** The start page and those of invites and reset links, outside the extension, for browsers without scripts. */
export function addInvitePages(app: FastifyInstance, deps: InvitePageDeps): void {
	addRoute(app, invitePageRoute, (call) =>
		answer(call, async (reader) => {
			await deps.invites.limits.page.count(call.request.ip);
			return showForm(deps, call.params.token, { reader, name: null, problems: [], status: 200 });
		}),
	);

	addRoute(app, submitInviteRoute, (call) =>
		answer(call, async (reader) => {
			const { params, body, request, reply } = call;
			return submit(deps, { token: params.token, body, request, reply, reader });
		}),
	);

	addRoute(app, inviteDoneRoute, (call) =>
		answer(call, async (reader) => ({ status: 200, page: stepsPage(pageText[reader.language].done, wayIn(deps, reader)) })),
	);

	addRoute(app, startPageRoute, (call) =>
		answer(call, async (reader) => {
			const message = { title: "Webhand", text: pageText[reader.language].start };
			return { status: 200, page: stepsPage(message, wayIn(deps, reader)) };
		}),
	);
}

type PageCall = Pick<Call<typeof startPageRoute>, "query" | "request" | "reply">;

/** People see a page, in their language, whatever happens; what is unexpected goes on to the log as everywhere. */
async function answer(
	{ query: { language: chosen }, request, reply }: PageCall,
	work: (reader: Reader) => Promise<Answer | null>,
): Promise<string | undefined> {
	const reader = { language: languageOf(request.raw, chosen), query: chosen === undefined ? "" : `?language=${chosen}` };
	reply.headers(pageHeaders);
	varyByLanguage(reply);
	try {
		const result = await work(reader);
		if (result === null) return undefined;
		reply.code(result.status);
		return result.page;
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		reply.code(statusByCode[cause.code]);
		if (cause.retryAfterSeconds !== undefined) reply.header("retry-after", String(cause.retryAfterSeconds));
		const { title, tooMany, broken } = pageText[reader.language].failed;
		return messagePage({ title, text: cause.code === "RATE_LIMIT" ? tooMany : broken }, reader);
	}
}

type Reading = { readonly reader: Reader };

/** What was typed, what is wrong with it, and the page's status. */
type Typed = Reading & { readonly name: string | null; readonly problems: readonly FieldProblem[]; readonly status: number };

async function showForm(deps: InvitePageDeps, token: string, { reader, name, problems, status }: Typed): Promise<Answer> {
	const common = { minLength: deps.invites.minLength, formToken: formTokenOf(deps, token), problems };
	const show = (view: Omit<FormView, keyof typeof common>): Answer => ({ status, page: formPage({ ...common, ...view }, reader) });
	const open = await findInvite(deps.invites, token);
	if (open !== null) {
		const { invite, organization, proof } = open;
		if (proof === "provider") return byProvider(deps, open, { reader, status: 200 });
		const { email, invitedBy, role } = invite;
		const purpose = proof === "new_password" ? "join" : "confirm";
		return show({ purpose, email, organization: organization.name, invitedBy, role, name: name ?? invite.name ?? "" });
	}
	const user = await findReset(deps.people, token);
	if (user === null) return gone(reader);
	return show({ purpose: "reset", email: user.email, organization: "", invitedBy: "", role: "member", name: "" });
}

type Submission = Reading & {
	readonly token: string;
	readonly body: Readonly<Record<string, string | readonly string[]>>;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
};

async function submit(deps: InvitePageDeps, { token, body, request, reply, reader }: Submission): Promise<Answer | null> {
	const { language } = reader;
	const text = pageText[language].problems;
	const given = (name: string) => (typeof body[name] === "string" ? body[name] : "");
	if (!isOwnOrigin(request.headers.origin, new URL(deps.invites.publicUrl).origin)) return foreignForm(reader);
	if (!isFormToken(deps, token, given("form"))) return foreignForm(reader);
	const typed = { name: given("name"), password: given("password"), repeat: "repeat" in body ? given("repeat") : null };
	const mend = (problems: readonly FieldProblem[], status: number) => showForm(deps, token, { reader, name: typed.name, problems, status });

	const isReset = (await findInvite(deps.invites, token)) === null;
	const problems = problemsOf(typed, { text, asksName: !isReset && "name" in body });
	if (problems.length > 0) return mend(problems, statusByCode.VALIDATION_ERROR);
	const { password } = typed;
	const name = Name.safeParse(typed.name).data;
	if (isReset) await deps.invites.limits.accept.count(request.ip);
	const result = isReset
		? await resetPassword(deps.people, { token, password, language }, callerOf(request))
		: await acceptInvite(deps.invites, { token, name, password, language }, callerOf(request));
	switch (result.kind) {
		case "accepted":
		case "reset":
			await reply.redirect(`/invite/done${reader.query}`, 303);
			return null;
		case "invalid":
			return gone(reader);
		case "by_provider": {
			const open = await findInvite(deps.invites, token);
			return open === null ? gone(reader) : byProvider(deps, open, { reader, status: statusByCode.PROVIDER_SIGN_IN_REQUIRED });
		}
		case "wrong_password":
			return mend([{ field: "password", message: text.wrongPassword }], statusByCode.INVALID_CREDENTIALS);
		case "wait":
			throw new AppError("RATE_LIMIT", "Too many attempts, try again later", { retryAfterSeconds: result.seconds });
		case "problems":
			return mend(result.problems, statusByCode.VALIDATION_ERROR);
	}
}

/** What is wrong with the fields as such; the strength of a new password is judged where it is taken. */
function problemsOf(
	{ name, password, repeat }: { readonly name: string; readonly password: string; readonly repeat: string | null },
	{ text, asksName }: { readonly text: (typeof pageText)[Language]["problems"]; readonly asksName: boolean },
): readonly FieldProblem[] {
	const problems: FieldProblem[] = [];
	const isNamed = Name.safeParse(name).success;
	if (asksName && !isNamed) problems.push({ field: "name", message: text.name });
	if (password === "") problems.push({ field: "password", message: text.password });
	else if (!Password.safeParse(password).success) problems.push({ field: "password", message: text.longPassword });
	else if (repeat !== null && repeat !== password) problems.push({ field: "repeat", message: text.differ });
	return problems;
}

function formTokenOf({ formSecret }: InvitePageDeps, token: string): string {
	return createHmac("sha256", formSecret).update(token).digest("base64url");
}

function isFormToken(deps: InvitePageDeps, token: string, given: string): boolean {
	const [expected, actual] = [Buffer.from(formTokenOf(deps, token)), Buffer.from(given)];
	return expected.length === actual.length && timingSafeEqual(expected, actual);
}
