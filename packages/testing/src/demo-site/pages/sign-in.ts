import type { FastifyInstance } from "fastify";
import { Secret, TOTP } from "otpauth";
import type { FieldErrors } from "../fields.ts";
import { inputField } from "../fields.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { staffSeed } from "../staff.ts";
import { Form, isEmail } from "./forms.ts";

/** The one account of the shop, written on its sign-in page. */
const demoAccount = { email: "ada@example.com", password: "hearth-1843", name: "Ada" } as const;

/** Signing in and out of the shop. */
export function addSignInPages(app: FastifyInstance): void {
	app.get("/sign-in", (_request, reply) => reply.page({ title: "Sign in", body: signInPage("", {}) }));
	app.post("/sign-in", (request, reply) => {
		const { email = "", password = "" } = Form.parse(request.body ?? {});
		const errors = errorsOf(email, password);
		if (Object.keys(errors).length > 0) return reply.code(422).page({ title: "Sign in", body: signInPage(email, errors) });
		request.visitor.signedInAs = demoAccount.name;
		request.visitor.notice = `Welcome back, ${demoAccount.name}.`;
		return reply.redirect("/", 303);
	});
	app.get("/staff", (_request, reply) => reply.page({ title: "Staff", body: staffPage({}) }));
	app.post("/staff", (request, reply) => {
		const { email = "", password = "" } = Form.parse(request.body ?? {});
		const errors = errorsOf(email, password);
		if (Object.keys(errors).length > 0) return reply.code(422).page({ title: "Staff", body: staffPage(errors) });
		return reply.redirect("/staff/code", 303);
	});
	app.get("/staff/code", (_request, reply) => reply.page({ title: "Staff", body: codePage({}) }));
	app.post("/staff/code", (request, reply) => {
		const { code = "" } = Form.parse(request.body ?? {});
		const isRight = TOTP.validate({ token: code, secret: Secret.fromBase32(staffSeed), window: 1 }) !== null;
		if (!isRight) return reply.code(422).page({ title: "Staff", body: codePage({ code: "This code is not right" }) });
		request.visitor.signedInAs = "Staff";
		request.visitor.notice = "Welcome back, staff.";
		return reply.redirect("/", 303);
	});
	app.post("/sign-out", (request, reply) => {
		request.visitor.signedInAs = null;
		request.visitor.notice = "You are signed out.";
		return reply.redirect("/", 303);
	});
}

function errorsOf(email: string, password: string): FieldErrors {
	if (!isEmail(email)) return { email: "Enter an email address" };
	if (password === "") return { password: "Enter your password" };
	const isRight = email.toLowerCase() === demoAccount.email && password === demoAccount.password;
	return isRight ? {} : { password: "Email and password do not belong together" };
}

function signInPage(email: string, errors: FieldErrors): Html {
	return html`<div class="narrow"><h1>Sign in</h1><p class="soft">There is one account: ${demoAccount.email} with the password ${demoAccount.password}.</p>
<form class="panel" method="post" action="/sign-in" aria-label="Sign in" novalidate>
${inputField({ name: "email", label: "Email", type: "email", value: email, autocomplete: "username", error: errors["email"] })}
${inputField({ name: "password", label: "Password", type: "password", autocomplete: "current-password", error: errors["password"] })}
<button class="primary" type="submit">Sign in</button></form></div>`;
}

function staffPage(errors: FieldErrors): Html {
	return html`<div class="narrow"><h1>Staff sign-in</h1>
<form class="panel" method="post" action="/staff" aria-label="Staff sign-in" novalidate>
${inputField({ name: "email", label: "Email", type: "email", autocomplete: "username", error: errors["email"] })}
${inputField({ name: "password", label: "Password", type: "password", autocomplete: "current-password", error: errors["password"] })}
<button class="primary" type="submit">Continue</button></form></div>`;
}

function codePage(errors: FieldErrors): Html {
	return html`<div class="narrow"><h1>One more step</h1>
<form class="panel" method="post" action="/staff/code" aria-label="One more step" novalidate>
${inputField({ name: "code", label: "Verification code", autocomplete: "one-time-code", error: errors["code"] })}
<button class="primary" type="submit">Sign in</button></form></div>`;
}
