import type { FastifyInstance } from "fastify";
import type { FieldErrors } from "../fields.ts";
import { inputField } from "../fields.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
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
