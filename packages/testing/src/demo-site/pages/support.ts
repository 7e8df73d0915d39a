import type { FastifyInstance } from "fastify";
import type { FieldErrors } from "../fields.ts";
import { checkField, inputField, radioField, selectField, textField } from "../fields.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { Form, isEmail } from "./forms.ts";

const topics = ["Delivery", "Return", "Repair", "Something else"];

/** The support form: with script errors and thanks appear in place, without it on a new page. */
export function addSupportPages(app: FastifyInstance): void {
	app.get("/support", (_request, reply) => reply.page({ title: "Support", body: supportPage({}, {}) }));
	app.post("/support", (request, reply) => {
		const values = Form.parse(request.body ?? {});
		const errors = errorsOf(values);
		const isLive = request.headers.accept === "application/json";
		if (Object.keys(errors).length > 0) {
			return isLive ? reply.code(422).send({ errors }) : reply.code(422).page({ title: "Support", body: supportPage(values, errors) });
		}
		request.visitor.supportRequests.push(values);
		const message = `Thank you, ${values["name"]}. We will answer by ${(values["reply"] ?? "").toLowerCase()}.`;
		if (isLive) return { message };
		request.visitor.notice = message;
		return reply.redirect("/support", 303);
	});
}

function errorsOf(values: Form): FieldErrors {
	const said = (name: string) => (values[name] ?? "").trim();
	const checks: readonly (readonly [field: string, isFine: boolean, error: string])[] = [
		["name", said("name") !== "", "Enter your name"],
		["email", isEmail(said("email")), "Enter an email address such as ada@example.com"],
		["topic", topics.includes(said("topic")), "Choose a topic"],
		["reply", ["Email", "Phone"].includes(said("reply")), "Choose how we should reply"],
		["bought", /^\d{4}-\d{2}-\d{2}$/.test(said("bought")), "Enter the date of the purchase"],
		["message", said("message").length >= 10, "Tell us a little more, at least 10 characters"],
	];
	return Object.fromEntries(checks.filter(([, isFine]) => !isFine).map(([field, , error]) => [field, error]));
}

function supportPage(values: Form, errors: FieldErrors): Html {
	const field = (name: string) => ({ name, value: values[name], error: errors[name] });
	return html`<div class="narrow"><h1>How can we help?</h1><p class="soft">We read every message and answer within a day.</p>
<form class="panel" method="post" action="/support" aria-label="Support request" data-live novalidate>
<div class="two">${inputField({ ...field("name"), label: "Your name", autocomplete: "name" })}${inputField({ ...field("email"), label: "Email", type: "email", autocomplete: "email" })}</div>
<div class="two">${selectField(
		{ ...field("topic"), label: "Topic" },
		topics.map((topic) => ({ value: topic, text: topic })),
	)}${inputField({ ...field("bought"), label: "Date of purchase", type: "date" })}</div>
${radioField({ ...field("reply"), label: "Reply by" }, ["Email", "Phone"])}
${textField({ ...field("message"), label: "Message" })}
${checkField({ name: "copy", label: "Send me a copy", value: values["copy"] })}
<button class="primary" type="submit">Send message</button></form></div>`;
}
