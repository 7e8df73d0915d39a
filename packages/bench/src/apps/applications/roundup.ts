import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { State } from "../../real-model/site/state.ts";
import { choose, fill, press } from "../scripted/moves.ts";
import type { Application } from "./application.ts";

const jam = "Printer jams on floor two";
const createForm = "/tracker/issue?@template=item";

/** The issue tracker Roundup: pages of its server, with tables for layout. */
export const roundup: Application = {
	name: "Roundup",
	program: "roundup-site.py",
	lock: "roundup",
	ready: "/tracker/",
	signIn: async (tab, url) => {
		await tab.goto(`${url}/tracker/`);
		await tab.locator("[name=__login_name]").fill("admin");
		await tab.locator("[name=__login_password]").fill("bench-secret");
		await tab.getByRole("button", { name: "Login" }).click();
		await tab.getByText("Logout").waitFor();
	},
	read,
	orders: [
		{
			name: "create issue",
			kind: "literal",
			says: 'Enter "Projector lamp is dead" into "Title", select "bug" as priority and press "Submit New Entry"',
			start: createForm,
			beside: "a form with seven other fields",
			wanted: { "issue Projector lamp is dead": "bug, unread" },
			moves: [fill("Title", "Projector lamp is dead"), choose("Priority", "bug"), press("Submit New Entry")],
		},
		{
			name: "set status",
			kind: "plain",
			says: `Set the status of the issue "${jam}" to resolved`,
			start: "/tracker/issue",
			beside: `an issue with the title “${jam}, tray B”`,
			wanted: { [`issue ${jam}`]: "bug, resolved" },
			moves: [press(jam), choose("Status", "resolved"), press("Submit Changes")],
		},
		{
			name: "set priority",
			kind: "literal",
			says: 'Select "urgent" as priority and press "Submit Changes"',
			start: "/tracker/issue3",
			beside: "a list of states with the same look",
			wanted: { "issue Slow login on Monday": "urgent, chatting" },
			moves: [choose("Priority", "urgent"), press("Submit Changes")],
		},
		{
			name: "create by words",
			kind: "plain",
			says: 'Report a new issue: "Door three does not close", it is urgent',
			start: "/tracker/",
			beside: "the form stands behind a link",
			wanted: { "issue Door three does not close": "urgent, unread" },
			moves: [press("Create New"), fill("Title", "Door three does not close"), choose("Priority", "urgent"), press("Submit New Entry")],
		},
		{
			name: "issue without a title",
			kind: "impossible",
			says: 'Select "critical" as priority and press "Submit New Entry"',
			start: createForm,
			beside: "the server refuses an issue without a title",
			moves: [choose("Priority", "critical"), press("Submit New Entry")],
		},
		{
			name: "user that exists",
			kind: "impossible",
			says: 'Enter "mary" into "Login Name", enter "mary2@example.org" into "E-mail address" and press "Submit New Entry"',
			start: "/tracker/user?@template=item",
			beside: "a user of this name exists",
			moves: [fill("Login Name", "mary"), fill("E-mail address", "mary2@example.org"), press("Submit New Entry")],
		},
	],
	list: {
		start: createForm,
		fields: ["title", "priority"],
		rows: [
			{ title: "Lamp one is dark", priority: "bug" },
			{ title: "Lamp two is dark", priority: "urgent" },
			{ title: "Lamp three is dark", priority: "wish" },
			{ title: "Lamp four is dark", priority: "feature" },
			{ title: "Lamp five is dark", priority: "critical" },
		],
		order: ({ title, priority }) => `Enter "${title}" into "Title", select "${priority}" as priority and press "Submit New Entry"`,
		says: 'Create five issues: "Lamp one is dark" (bug), "Lamp two is dark" (urgent), "Lamp three is dark" (wish), "Lamp four is dark" (feature), "Lamp five is dark" (critical)',
		moves: ({ title = "", priority = "" }) => [fill("Title", title), choose("Priority", priority), press("Submit New Entry")],
		again: [press("Create New")],
		wanted: ({ title, priority }) => [`issue ${title}`, `${priority}, unread`],
	},
};

function read(data: string): State {
	const database = new DatabaseSync(join(data, "db", "db"), { readOnly: true });
	try {
		const issues = database
			.prepare(
				"select _title as title, p._name as priority, s._name as status, i.__retired__ as gone from _issue i left join _priority p on p.id = _priority left join _status s on s.id = _status order by i.id",
			)
			.all();
		const users = database.prepare("select _username as name, _address as address from _user where __retired__ = 0").all();
		const state: Record<string, string> = {};
		for (const { title, priority, status, gone } of issues) {
			const key = `issue ${title}`;
			const value = `${priority}, ${status}${gone === 0 ? "" : ", retired"}`;
			state[key] = state[key] === undefined ? value : `${state[key]}; ${value}`;
		}
		for (const { name, address } of users) state[`user ${name}`] = String(address);
		return state;
	} finally {
		database.close();
	}
}
