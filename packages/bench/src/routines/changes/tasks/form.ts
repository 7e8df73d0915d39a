import { chooseByKeys } from "../../by-hand/record.ts";
import { pageOf } from "../shell.ts";
import type { ChangeTask } from "../task.ts";

/** A form that sends a message. */
export const formTask: ChangeTask = {
	name: "form",
	isHeldOut: false,
	start: "/contact",
	first: {},
	answer: ({ method, path, form }, state, look) => {
		const { is, wrap, inOrder, beside, style } = look;
		if (path === "/newsletter") return { answer: { to: "/contact" }, state: { ...state, newsletter: form.get("mail") ?? "" } };
		if (path !== "/contact") return undefined;
		if (method === "POST") {
			const sent = `${form.get("name")} / ${form.get("mail")} / ${form.get("topic")} / ${form.get("text")}`;
			const count = Object.keys(state).length + 1;
			return {
				answer: { html: pageOf({ title: "Thank you", body: "<p>Your message was sent.</p>" }, look) },
				state: { ...state, [`message ${count}`]: sent },
			};
		}
		const fields = inOrder([
			`<label>Your name <input name="name"></label>`,
			wrap(`<label>${is("renamed") ? "E-mail address" : "Email"} <input name="mail" type="email"></label>`),
			`<label>Topic <select name="topic"><option>Question</option><option>Complaint</option><option>Praise</option></select></label>`,
			`<label>Message <textarea name="text"></textarea></label>`,
		]);
		const more = is("required") ? `<label>Postcode * <input name="postcode" required></label>` : "";
		const extra = beside(
			`<label>Company <input name="company"></label><label>Phone <input name="phone"></label><button type="button">Attach</button>`,
		);
		const contact = `<form method="post" class="${style("contact")}">${fields}${more}${extra}<button>Send message</button></form>`;
		const letter = `<form method="post" action="/newsletter"><h2>Newsletter</h2><label>Email <input name="mail"></label><button>Subscribe</button></form>`;
		const body = is("moved") ? letter + contact : contact + letter;
		return { answer: { html: pageOf({ title: "Contact us", body }, look) } };
	},
	hands: async (tab) => {
		await tab.getByLabel("Your name").fill("Ada Byron");
		await tab.getByLabel("Email").first().fill("ada@example.org");
		await chooseByKeys(tab.getByLabel("Topic"), "Complaint");
		await tab.getByLabel("Message").fill("The lid is loose");
		await tab.getByRole("button", { name: "Send message" }).click();
		await tab.getByText("Your message was sent.").waitFor();
	},
	given: { "Your name": "Ben Okri", Email: "ben@example.org", Topic: "Praise", Message: "It works again" },
	meant: { "message 1": "Ben Okri / ben@example.org / Praise / It works again" },
	zoom: 2,
};
