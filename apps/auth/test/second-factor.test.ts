import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { createManualClock } from "@webhand/testing/clock";
import { TOTP } from "otpauth";
import { describe, expect } from "vitest";
import { completeSignIn } from "../src/sign-in/complete.ts";
import { tenantsOf } from "../src/tenants/policy.ts";
import type { OrganizationWish, TestAuth } from "./fixture.ts";
import { test as base, makeOrganization, makeUser, newAddress, refusalOf, settings, startAuth, users } from "./fixture.ts";
import { accept, invite, tokenIn } from "./people-fixture.ts";

const step = 30_000;
const clock = createManualClock(new Date());
/** Codes count time steps, so the clock moves only when a test moves it. */
const test = base.extend("auth", { scope: "file" }, async ({ mongo, redis }, { onCleanup }) => {
	const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }), { clock });
	onCleanup(auth.close);
	return auth;
});

type Enrolled = LoginReply & { readonly recoveryCodes: readonly string[] };
type Person = { readonly id: string; readonly email: string; readonly password: string };

const path = "/api/v1/auth/second-factor";
const post = (auth: TestAuth, where: string, body: unknown, token?: string) =>
	auth.call("POST", where, { body, ...(token === undefined ? {} : { token }), headers: { "x-forwarded-for": newAddress() } });
const session = async (auth: TestAuth, token: string) => (await auth.call("GET", "/api/v1/auth/session", { token })).status;
const codeOf = (secret: string, ahead = 0) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + ahead * step });
/** Six digits that are no code of the secret around now. */
const wrongFor = (secret: string) => {
	const right = [-1, 0, 1].map((ahead) => codeOf(secret, ahead));
	return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
};

/** The ticket of a login that is answered with 403. */
async function ticketOf(auth: TestAuth, person: Person): Promise<{ readonly ticket: string; readonly isEnrolled: boolean }> {
	const reply = await auth.login(person);
	const body = (await reply.json()) as { error: { code: string; details: { ticket: string; isEnrolled: boolean } } };
	expect([reply.status, body.error.code]).toEqual([403, "SECOND_FACTOR_REQUIRED"]);
	return body.error.details;
}

const complete = (auth: TestAuth, ticket: string, code: string) => post(auth, path, { ticket, code });

async function enrolByTicket(auth: TestAuth, ticket: string): Promise<string> {
	const reply = await post(auth, `${path}/enrolment`, { ticket });
	expect(reply.status).toBe(200);
	return ((await reply.json()) as { readonly secret: string }).secret;
}

/** A member of an organization of their own who enrolled in the settings a step ago. */
async function enrolledUser(auth: TestAuth, wish: OrganizationWish = {}) {
	const org = await makeOrganization(auth, "Factory", wish);
	const person = await makeUser(auth, "Ada", [org]);
	const { accessToken } = await auth.signIn(person);
	const begun = await post(auth, `${path}/own`, { password: person.password }, accessToken);
	const { secret } = (await begun.json()) as { readonly secret: string };
	const proved = await auth.call("PUT", `${path}/own`, { token: accessToken, body: { code: codeOf(secret) } });
	expect([begun.status, proved.status]).toEqual([200, 200]);
	const { recoveryCodes } = (await proved.json()) as { readonly recoveryCodes: readonly string[] };
	clock.advance(step);
	return { org, person, accessToken, secret, recoveryCodes };
}

const rowsOf = async (auth: TestAuth, person: Person) =>
	(
		await auth.deps.base.mongo.db
			.collection("auth_audit")
			.find({ actorId: person.id }, { sort: { _id: 1 } })
			.toArray()
	).map(({ action, outcome, reason }) => [action, outcome, reason].join(" "));

describe("a second factor in the settings", () => {
	test("counts once its first code proved it, ends the other sign-ins, and is asked for from then on", async ({ auth }) => {
		const person = await makeUser(auth, "Ada");
		const [here, there] = [await auth.signIn(person), await auth.signIn(person)];
		const token = here.accessToken;
		const own = async () => (await auth.call("GET", path, { token })).json();
		expect(await own()).toEqual({ isEnrolled: false, recoveryCodesLeft: 0, isRequired: false, changeNeeds: "password" });
		const begun = (await (await post(auth, `${path}/own`, { password: person.password }, token)).json()) as { secret: string; uri: string };
		expect(begun.uri).toContain(`secret=${begun.secret}`);
		// Nothing is asked for before it is proved.
		expect((await auth.login(person)).status).toBe(200);
		const reply = await auth.call("PUT", `${path}/own`, { token, body: { code: codeOf(begun.secret) } });
		const { recoveryCodes } = (await reply.json()) as { recoveryCodes: readonly string[] };
		expect([reply.status, recoveryCodes.length]).toEqual([200, 10]);
		expect([await session(auth, token), await session(auth, there.accessToken)]).toEqual([200, 401]);
		expect(await own()).toEqual({ isEnrolled: true, recoveryCodesLeft: 10, isRequired: false, changeNeeds: "password" });
		expect(await ticketOf(auth, person)).toMatchObject({ isEnrolled: true });
		expect(await refusalOf(await post(auth, `${path}/own`, { password: person.password }, token))).toEqual([409, "ALREADY_ENROLLED"]);
		// The sign-in has shown it, so a switch asks for nothing.
		expect((await post(auth, "/api/v1/auth/switch", { tenantId: person.id }, token)).status).toBe(200);
		expect(await rowsOf(auth, person)).toContain("second_factor.enrol ok ");
	});

	test("needs the right password, and the code of the sign-in that began", async ({ auth }) => {
		const person = await makeUser(auth, "Ada");
		const [here, there] = [await auth.signIn(person), await auth.signIn(person)];
		expect(await refusalOf(await post(auth, `${path}/own`, { password: "wrong" }, here.accessToken))).toEqual([401, "INVALID_CREDENTIALS"]);
		const confirm = (token: string, code: string) => auth.call("PUT", `${path}/own`, { token, body: { code } });
		expect(await refusalOf(await confirm(here.accessToken, "123456"))).toEqual([404, "NOT_FOUND"]);
		const { secret } = (await (await post(auth, `${path}/own`, { password: person.password }, here.accessToken)).json()) as {
			secret: string;
		};
		expect(await refusalOf(await confirm(there.accessToken, codeOf(secret)))).toEqual([404, "NOT_FOUND"]);
		expect(await refusalOf(await confirm(here.accessToken, wrongFor(secret)))).toEqual([401, "INVALID_CREDENTIALS"]);
		clock.advance(10 * 60_000);
		expect(await refusalOf(await confirm(here.accessToken, codeOf(secret)))).toEqual([404, "NOT_FOUND"]);
	});

	test("is removed with password and code, and not where the organization asks for one", async ({ auth }) => {
		const { person, accessToken, secret, org } = await enrolledUser(auth);
		const remove = (body: unknown) => post(auth, `${path}/own/removal`, body, accessToken);
		const { password } = person;
		expect(await refusalOf(await remove({ password: "wrong", code: codeOf(secret) }))).toEqual([401, "INVALID_CREDENTIALS"]);
		expect(await refusalOf(await remove({ password, code: wrongFor(secret) }))).toEqual([401, "INVALID_CREDENTIALS"]);
		const organizations = auth.deps.base.mongo.db.collection("organizations");
		await organizations.updateOne({ _id: org as never }, { $set: { secondFactor: "required" } });
		expect(await refusalOf(await remove({ password, code: codeOf(secret) }))).toEqual([403, "SECOND_FACTOR_REQUIRED"]);
		await organizations.updateOne({ _id: org as never }, { $set: { secondFactor: "optional" } });
		expect((await remove({ password, code: codeOf(secret) })).status).toBe(204);
		expect(await refusalOf(await remove({ password, code: codeOf(secret) }))).toEqual([404, "NOT_FOUND"]);
		expect((await auth.login(person)).status).toBe(200);
		expect(await rowsOf(auth, person)).toContain("second_factor.remove ok ");
	});

	test("its secret is stored sealed, its recovery codes and tickets as hashes, and none of them is logged", async ({ auth, mongo }) => {
		const { person, secret, recoveryCodes } = await enrolledUser(auth);
		const { ticket } = await ticketOf(auth, person);
		expect((await complete(auth, ticket, codeOf(secret))).status).toBe(200);
		const collections = await mongo.db.listCollections().toArray();
		const stored = await Promise.all(collections.map(({ name }) => mongo.db.collection(name).find().toArray()));
		const text = JSON.stringify(stored) + auth.logged();
		for (const canary of [secret, ticket, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))]) {
			expect(text).not.toContain(canary);
		}
	});
});

describe("a sign-in with a second factor", () => {
	test("is complete after a code of the app, once; the same code serves no other ticket", async ({ auth }) => {
		const { person, secret } = await enrolledUser(auth);
		const [first, second] = [await ticketOf(auth, person), await ticketOf(auth, person)];
		const code = codeOf(secret);
		const reply = await complete(auth, first.ticket, code);
		const { accessToken, recoveryCodes } = (await reply.json()) as Enrolled;
		expect([reply.status, recoveryCodes, await session(auth, accessToken)]).toEqual([200, undefined, 200]);
		expect(await refusalOf(await complete(auth, first.ticket, codeOf(secret, 1)))).toEqual([410, "TICKET_INVALID"]);
		expect(await refusalOf(await complete(auth, second.ticket, code))).toEqual([401, "INVALID_CREDENTIALS"]);
		// Nor does an older code that was not used.
		expect(await refusalOf(await complete(auth, second.ticket, codeOf(secret, -1)))).toEqual([401, "INVALID_CREDENTIALS"]);
		expect((await complete(auth, second.ticket, codeOf(secret, 1))).status).toBe(200);
	});

	test.for([
		["of this step", 0, 200],
		["of the step before", -1, 200],
		["of the next step", 1, 200],
		["two steps old", -2, 401],
		["two steps ahead", 2, 401],
	] as const)("takes a code %s as it is told", async ([, ahead, status], { auth }) => {
		const { person, secret } = await enrolledUser(auth);
		clock.advance(2 * step);
		const { ticket } = await ticketOf(auth, person);
		expect((await complete(auth, ticket, codeOf(secret, ahead))).status).toBe(status);
	});

	test("of four uses of one code at once one wins", async ({ auth }) => {
		const { person, secret } = await enrolledUser(auth);
		const tickets = [];
		for (let round = 0; round < 4; round++) tickets.push(await ticketOf(auth, person));
		const code = codeOf(secret);
		const replies = await Promise.all(tickets.map(({ ticket }) => complete(auth, ticket, code)));
		expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
		const { ticket } = await ticketOf(auth, person);
		const [, fresh] = [clock.advance(step), codeOf(secret)];
		const again = await Promise.all(Array.from({ length: 4 }, () => complete(auth, ticket, fresh)));
		expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	test("a guesser gets five codes of a ticket, wrong ones delay the email, and a new ticket brings no free ones", async ({ auth }) => {
		const { person, secret } = await enrolledUser(auth);
		const { ticket } = await ticketOf(auth, person);
		const wrong = wrongFor(secret);
		const guesses = await Promise.all(Array.from({ length: 20 }, () => complete(auth, ticket, wrong)));
		const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length;
		expect([count(401), count(429) + count(410)]).toEqual([5, 15]);
		expect(await refusalOf(await complete(auth, ticket, codeOf(secret)))).toEqual([410, "TICKET_INVALID"]);
		const late = await auth.login(person);
		expect([late.status, late.headers.get("retry-after")]).toEqual([429, "1"]);
		clock.advance(1_000);
		const next = await ticketOf(auth, person);
		expect(await refusalOf(await complete(auth, next.ticket, wrong))).toEqual([401, "INVALID_CREDENTIALS"]);
		expect((await complete(auth, next.ticket, codeOf(secret))).status).toBe(429);
		clock.advance(2_000);
		expect((await complete(auth, next.ticket, codeOf(secret))).status).toBe(200);
		// The success cleared the count.
		const last = await ticketOf(auth, person);
		for (let round = 0; round < 4; round++) expect((await complete(auth, last.ticket, wrong)).status).toBe(401);
		expect((await auth.login(person)).status).toBe(403);
		expect((await rowsOf(auth, person)).filter((row) => row === "login failed INVALID_CREDENTIALS")).toHaveLength(10);
	});

	test("a recovery code replaces the app once, in any spelling, and the audit says so", async ({ auth }) => {
		const { person, recoveryCodes, accessToken } = await enrolledUser(auth);
		const [first = "", second = ""] = recoveryCodes;
		const use = async (code: string) => (await complete(auth, (await ticketOf(auth, person)).ticket, code)).status;
		expect([await use(first), await use(first), await use(second.replaceAll("-", " ").toUpperCase())]).toEqual([200, 401, 200]);
		const own = await (await auth.call("GET", path, { token: accessToken })).json();
		expect(own).toMatchObject({ isEnrolled: true, recoveryCodesLeft: 8 });
		expect((await rowsOf(auth, person)).filter((row) => row === "recovery_code.use ok ")).toHaveLength(2);
		const [third = ""] = recoveryCodes.slice(2);
		const tickets = [await ticketOf(auth, person), await ticketOf(auth, person)];
		const replies = await Promise.all(tickets.map(({ ticket }) => complete(auth, ticket, third)));
		expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
	});

	test.for([
		["an unknown ticket", async () => "A".repeat(43)],
		[
			"a ticket after ten minutes",
			async (auth: TestAuth, person: Person) => {
				const { ticket } = await ticketOf(auth, person);
				clock.advance(10 * 60_000);
				return ticket;
			},
		],
		[
			"a ticket from before the password was changed",
			async (auth: TestAuth, person: Person, token: string) => {
				const { ticket } = await ticketOf(auth, person);
				const body = { currentPassword: person.password, newPassword: "orbit lantern quartz meadow" };
				expect((await post(auth, "/api/v1/auth/password", body, token)).status).toBe(200);
				return ticket;
			},
		],
	] as const)("%s is refused", async ([, make], { auth }) => {
		const { person, accessToken, secret } = await enrolledUser(auth);
		const ticket = await make(auth, person, accessToken);
		expect(await refusalOf(await complete(auth, ticket, codeOf(secret)))).toEqual([410, "TICKET_INVALID"]);
		expect(await refusalOf(await post(auth, `${path}/enrolment`, { ticket }))).toEqual([410, "TICKET_INVALID"]);
	});

	test("another user's code completes nobody's ticket, and a disabled account none", async ({ auth }) => {
		const [ada, bea] = [await enrolledUser(auth), await enrolledUser(auth)];
		const { ticket } = await ticketOf(auth, ada.person);
		expect(await refusalOf(await complete(auth, ticket, codeOf(bea.secret)))).toEqual([401, "INVALID_CREDENTIALS"]);
		expect(await refusalOf(await complete(auth, ticket, bea.recoveryCodes[0] ?? ""))).toEqual([401, "INVALID_CREDENTIALS"]);
		await auth.deps.base.mongo.db.collection("users").updateOne({ email: ada.person.email }, { $set: { status: "disabled" } });
		expect(await refusalOf(await complete(auth, ticket, codeOf(ada.secret)))).toEqual([403, "ACCOUNT_DISABLED"]);
	});

	test("a code that is neither six digits nor a recovery code is refused with the field", async ({ auth }) => {
		const reply = await complete(auth, "A".repeat(43), "12345");
		expect([reply.status, await reply.json()]).toEqual([
			400,
			expect.objectContaining({
				error: expect.objectContaining({ details: { fields: [{ field: "code", message: "must be six digits or a recovery code" }] } }),
			}),
		]);
	});
});

test("accepting an invite with the password does not forgive the wrong codes of before", async ({ auth }) => {
	const { person, secret } = await enrolledUser(auth);
	for (let round = 0; round < 4; round++) {
		const { ticket } = await ticketOf(auth, person);
		expect((await complete(auth, ticket, wrongFor(secret))).status).toBe(401);
	}
	const { link } = await invite(auth, await auth.signIn(users.admin), { email: person.email });
	expect((await accept(auth, { token: tokenIn(link), password: person.password })).status).toBe(201);
	const { ticket } = await ticketOf(auth, person);
	expect((await complete(auth, ticket, wrongFor(secret))).status).toBe(401);
	expect((await auth.login(person)).status).toBe(429);
});

describe("an organization that asks for a second factor", () => {
	test("lets a member enrol during the sign-in, and ends the others", async ({ auth }) => {
		const org = await makeOrganization(auth, "Guarded", { secondFactor: "required" });
		const person = await makeUser(auth, "Ada", [org]);
		const { ticket, isEnrolled } = await ticketOf(auth, person);
		expect(isEnrolled).toBe(false);
		expect(await refusalOf(await complete(auth, ticket, "123456"))).toEqual([401, "INVALID_CREDENTIALS"]);
		const replaced = await enrolByTicket(auth, ticket);
		const secret = await enrolByTicket(auth, ticket);
		expect(await refusalOf(await complete(auth, ticket, codeOf(replaced)))).toEqual([401, "INVALID_CREDENTIALS"]);
		const reply = await complete(auth, ticket, codeOf(secret));
		const enrolled = (await reply.json()) as Enrolled;
		expect([reply.status, enrolled.tenantId, enrolled.recoveryCodes.length]).toEqual([200, org, 10]);
		expect(await session(auth, enrolled.accessToken)).toBe(200);
		clock.advance(step);
		const next = await ticketOf(auth, person);
		expect(next.isEnrolled).toBe(true);
		expect(await refusalOf(await post(auth, `${path}/enrolment`, { ticket: next.ticket }))).toEqual([410, "TICKET_INVALID"]);
		const own = await (await auth.call("GET", path, { token: enrolled.accessToken })).json();
		expect(own).toEqual({ isEnrolled: true, recoveryCodesLeft: 10, isRequired: true, changeNeeds: "password" });
	});

	test("of two enrolments at once one wins", async ({ auth }) => {
		const person = await makeUser(auth, "Ada", [await makeOrganization(auth, "Guarded", { secondFactor: "required" })]);
		const tickets = [(await ticketOf(auth, person)).ticket, (await ticketOf(auth, person)).ticket];
		const secrets = [await enrolByTicket(auth, tickets[0] ?? ""), await enrolByTicket(auth, tickets[1] ?? "")];
		const replies = await Promise.all(tickets.map((ticket, index) => complete(auth, ticket, codeOf(secrets[index] ?? ""))));
		const statuses = replies.map(({ status }) => status).toSorted();
		expect([statuses[0], statuses[1] === 401 || statuses[1] === 410]).toEqual([200, true]);
	});

	test("is reached by a switch that waits for the factor; the old sign-in holds until then and not longer", async ({ auth }) => {
		const org = await makeOrganization(auth, "Guarded", { secondFactor: "required" });
		const person = await makeUser(auth, "Ada", [await makeOrganization(auth, "Open"), org]);
		const { accessToken } = await auth.signIn(person);
		const toGuarded = async () => {
			const reply = await post(auth, "/api/v1/auth/switch", { tenantId: org }, accessToken);
			const { error } = (await reply.json()) as { error: { code: string; details: { ticket: string } } };
			expect([reply.status, error.code]).toEqual([403, "SECOND_FACTOR_REQUIRED"]);
			return error.details.ticket;
		};
		const [ticket, beside] = [await toGuarded(), await toGuarded()];
		expect(await session(auth, accessToken)).toBe(200);
		const reply = await complete(auth, ticket, codeOf(await enrolByTicket(auth, ticket)));
		const { tenantId, accessToken: fresh } = (await reply.json()) as Enrolled;
		expect([reply.status, tenantId, await session(auth, accessToken), await session(auth, fresh)]).toEqual([200, org, 401, 200]);
		expect(await refusalOf(await complete(auth, beside, "123456"))).toEqual([410, "TICKET_INVALID"]);
		expect(await rowsOf(auth, person)).toContain("switch ok ");
	});

	test("a ticket of a switch dies with the sign-in that it came from", async ({ auth }) => {
		const org = await makeOrganization(auth, "Guarded", { secondFactor: "required" });
		const person = await makeUser(auth, "Ada", [await makeOrganization(auth, "Open"), org]);
		const { accessToken } = await auth.signIn(person);
		const reply = await post(auth, "/api/v1/auth/switch", { tenantId: org }, accessToken);
		const { error } = (await reply.json()) as { error: { details: { ticket: string } } };
		expect((await auth.call("POST", "/api/v1/auth/logout", { token: accessToken })).status).toBe(204);
		expect(await refusalOf(await post(auth, `${path}/enrolment`, { ticket: error.details.ticket }))).toEqual([410, "TICKET_INVALID"]);
	});

	test("through a provider enrols an account without a password, never one with a password", async ({ auth }) => {
		const org = await makeOrganization(auth, "Company", { secondFactor: "required", passwordSignIn: false });
		const finish = async (person: Person) => {
			const { accounts } = auth.deps.tenants;
			const user = await accounts.userById(person.id as never);
			if (user === null) throw new Error("the user is gone");
			const tenant = tenantsOf(user, await accounts.membershipsOf(user.id), true).find(({ tenantName }) => tenantName === "Company");
			if (tenant === undefined) throw new Error("the user is no member");
			const caller = { ip: newAddress(), userAgent: "", requestId: "test" };
			const completion = await completeSignIn(auth.deps.signIn, { user, tenant, method: "provider" }, caller);
			if (completion.kind !== "second_factor") throw new Error("no second factor was due");
			return completion.due.ticket;
		};
		const withPassword = await finish(await makeUser(auth, "Ada", [org]));
		expect(await refusalOf(await post(auth, `${path}/enrolment`, { ticket: withPassword }))).toEqual([403, "PASSWORD_SIGN_IN_REQUIRED"]);
		const bea = await makeUser(auth, "Bea", [org]);
		await auth.deps.base.mongo.db.collection("users").updateOne({ email: bea.email }, { $set: { passwordHash: null } });
		const ticket = await finish(bea);
		const reply = await complete(auth, ticket, codeOf(await enrolByTicket(auth, ticket)));
		expect([reply.status, (await reply.json()) as Enrolled]).toMatchObject([200, { tenantId: org, roles: ["member"] }]);

		// A provider of a later organization could lock her out of the first.
		const cleo = await makeUser(auth, "Cleo", [await makeOrganization(auth, "First"), org]);
		await auth.deps.base.mongo.db.collection("users").updateOne({ email: cleo.email }, { $set: { passwordHash: null } });
		const later = await finish(cleo);
		expect(await refusalOf(await post(auth, `${path}/enrolment`, { ticket: later }))).toEqual([403, "PASSWORD_SIGN_IN_REQUIRED"]);
	});
});
