import { createHmac, timingSafeEqual } from "node:crypto";
import { inviteDoneRoute, invitePageRoute, startPageRoute, submitInviteRoute } from "@webhand/contracts/auth/invites";
import { Name } from "@webhand/contracts/auth/orgs";
import { Password } from "@webhand/contracts/auth/sign-in";
import type { FieldProblem } from "@webhand/contracts/errors";
import { statusByCode } from "@webhand/contracts/errors";
import { AppError } from "@webhand/service-kit/errors";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "../../audit/caller.ts";
import type { ResetDeps } from "../../people/reset.ts";
import { findReset, resetPassword } from "../../people/reset.ts";
import type { AcceptDeps, OpenInvite } from "../accept.ts";
import { acceptInvite, findInvite } from "../accept.ts";
import { isOwnOrigin } from "../policy.ts";
import type { FormView } from "./view.ts";
import { formPage, messagePage, pageHeaders, stepsPage } from "./view.ts";

/** What the pages need. `formSecret` keys the token in the form; `extensionSource` is where people get the extension. */
export type InvitePageDeps = {
	readonly invites: AcceptDeps;
	readonly people: ResetDeps;
	readonly formSecret: Buffer;
	readonly extensionSource: string | null;
};

/** A page and its status. */
type Answer = { readonly status: number; readonly page: string };

const gone: Answer = {
	status: statusByCode.INVITE_INVALID,
	page: messagePage(
		"This link does not work any more",
		"It was used, replaced or withdrawn, or its time is over. Ask the person who sent it for a new one.",
	),
};
const foreignForm: Answer = {
	status: statusByCode.FORBIDDEN,
	page: messagePage("This form did not come from this page", "Open the link that you were given again and fill in the form there."),
};
const wayIn = ({ invites, extensionSource }: InvitePageDeps) => ({ server: new URL(invites.publicUrl).origin, source: extensionSource });
const byProvider = (deps: InvitePageDeps, { organization }: OpenInvite, status: number): Answer => ({
	status,
	page: stepsPage(
		`Join ${organization.name}`,
		`${organization.name} signs in through its own provider. In the Webhand panel choose to sign in through your organization and enter your email there: that accepts the invite.`,
		wayIn(deps),
	),
});

/** The start page and those of invites and reset links, outside the extension, for browsers without scripts. */
export function addInvitePages(app: FastifyInstance, deps: InvitePageDeps): void {
	addRoute(app, invitePageRoute, ({ params, request, reply }) =>
		answer(reply, async () => {
			await deps.invites.limits.page.count(request.ip);
			return showForm(deps, params.token, { name: null, problems: [], status: 200 });
		}),
	);

	addRoute(app, submitInviteRoute, ({ params, body, request, reply }) =>
		answer(reply, async () => submit(deps, { token: params.token, body, request, reply })),
	);

	addRoute(app, inviteDoneRoute, ({ reply }) =>
		answer(reply, async () => ({
			status: 200,
			page: stepsPage("All set", "Your account is ready. Three steps to your first task:", wayIn(deps)),
		})),
	);

	addRoute(app, startPageRoute, ({ reply }) =>
		answer(reply, async () => ({
			status: 200,
			page: stepsPage(
				"Webhand",
				"You say in a browser side panel what should be done on a page, and Webhand does it there. Were you invited? Open the link of your invite first: it makes your account.",
				wayIn(deps),
			),
		})),
	);
}

/** People see a page, whatever happens; what is unexpected goes on to the log as everywhere. */
async function answer(reply: FastifyReply, work: () => Promise<Answer | null>): Promise<string | undefined> {
	reply.headers(pageHeaders);
	try {
		const result = await work();
		if (result === null) return undefined;
		reply.code(result.status);
		return result.page;
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		reply.code(statusByCode[cause.code]);
		if (cause.retryAfterSeconds !== undefined) reply.header("retry-after", String(cause.retryAfterSeconds));
		return messagePage("That did not work", `${cause.message}.`);
	}
}

/** What was typed, what is wrong with it, and the page's status. */
type Typed = { readonly name: string | null; readonly problems: readonly FieldProblem[]; readonly status: number };

async function showForm(deps: InvitePageDeps, token: string, { name, problems, status }: Typed): Promise<Answer> {
	const common = { minLength: deps.invites.minLength, formToken: formTokenOf(deps, token), problems };
	const show = (view: Omit<FormView, keyof typeof common>): Answer => ({ status, page: formPage({ ...common, ...view }) });
	const open = await findInvite(deps.invites, token);
	if (open !== null) {
		const { invite, organization, proof } = open;
		if (proof === "provider") return byProvider(deps, open, 200);
		const { email, invitedBy, role } = invite;
		const purpose = proof === "new_password" ? "join" : "confirm";
		return show({ purpose, email, organization: organization.name, invitedBy, role, name: name ?? invite.name ?? "" });
	}
	const user = await findReset(deps.people, token);
	if (user === null) return gone;
	return show({ purpose: "reset", email: user.email, organization: "", invitedBy: "", role: "member", name: "" });
}

type Submission = {
	readonly token: string;
	readonly body: Readonly<Record<string, string | readonly string[]>>;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
};

async function submit(deps: InvitePageDeps, { token, body, request, reply }: Submission): Promise<Answer | null> {
	const text = (name: string) => (typeof body[name] === "string" ? body[name] : "");
	if (!isOwnOrigin(request.headers.origin, new URL(deps.invites.publicUrl).origin)) return foreignForm;
	if (!isFormToken(deps, token, text("form"))) return foreignForm;
	const typed = { name: text("name"), password: text("password"), repeat: "repeat" in body ? text("repeat") : null };
	const mend = (problems: readonly FieldProblem[], status: number) => showForm(deps, token, { name: typed.name, problems, status });

	const isReset = (await findInvite(deps.invites, token)) === null;
	const problems = problemsOf(typed, { asksName: !isReset && "name" in body });
	if (problems.length > 0) return mend(problems, statusByCode.VALIDATION_ERROR);
	const { password } = typed;
	const name = Name.safeParse(typed.name).data;
	if (isReset) await deps.invites.limits.accept.count(request.ip);
	const result = isReset
		? await resetPassword(deps.people, { token, password }, callerOf(request))
		: await acceptInvite(deps.invites, { token, name, password }, callerOf(request));
	switch (result.kind) {
		case "accepted":
		case "reset":
			await reply.redirect("/invite/done", 303);
			return null;
		case "invalid":
			return gone;
		case "by_provider": {
			const open = await findInvite(deps.invites, token);
			return open === null ? gone : byProvider(deps, open, statusByCode.PROVIDER_SIGN_IN_REQUIRED);
		}
		case "wrong_password":
			return mend([{ field: "password", message: "The password is wrong" }], statusByCode.INVALID_CREDENTIALS);
		case "wait":
			throw new AppError("RATE_LIMIT", "Too many attempts, try again later", { retryAfterSeconds: result.seconds });
		case "problems":
			return mend(result.problems, statusByCode.VALIDATION_ERROR);
	}
}

/** What is wrong with the fields as such; the strength of a new password is judged where it is taken. */
function problemsOf(
	{ name, password, repeat }: { readonly name: string; readonly password: string; readonly repeat: string | null },
	{ asksName }: { readonly asksName: boolean },
): readonly FieldProblem[] {
	const problems: FieldProblem[] = [];
	const isNamed = Name.safeParse(name).success;
	if (asksName && !isNamed) problems.push({ field: "name", message: "Enter your name, at most 100 characters" });
	if (password === "") problems.push({ field: "password", message: "Enter the password" });
	else if (!Password.safeParse(password).success) problems.push({ field: "password", message: "The password is too long" });
	else if (repeat !== null && repeat !== password)
		problems.push({ field: "repeat", message: "The two passwords differ. Type the same one twice" });
	return problems;
}

function formTokenOf({ formSecret }: InvitePageDeps, token: string): string {
	return createHmac("sha256", formSecret).update(token).digest("base64url");
}

function isFormToken(deps: InvitePageDeps, token: string, given: string): boolean {
	const [expected, actual] = [Buffer.from(formTokenOf(deps, token)), Buffer.from(given)];
	return expected.length === actual.length && timingSafeEqual(expected, actual);
}
