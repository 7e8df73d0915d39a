import type { HandTask } from "../task.ts";

const listbox = `<style>[role=listbox] { border: 1px solid; width: 200px } [role=option] { padding: 4px; list-style: none }</style>`;

/** Editors, lists that a page draws itself, tabs and rows. */
export const widgetTasks: readonly HandTask[] = [
	{
		name: "a letter in a rich editor",
		pages: {
			"/": `<h1>Letter</h1><label>To <input id="to"></label><div role="toolbar"><button onclick="document.execCommand('bold')">Bold</button></div>
				<div id="letter" contenteditable role="textbox" aria-label="Letter" aria-multiline="true" style="min-height: 80px; border: 1px solid"></div>
				<button onclick="say(to.value + ': ' + letter.innerText.trim().replace(/\\s+/g, ' '))">Send letter</button>`,
		},
		hands: async (tab) => {
			await tab.getByLabel("To").click();
			await tab.keyboard.type("Ada");
			await tab.getByRole("textbox", { name: "Letter" }).click();
			await tab.keyboard.type("Dear Ada,");
			await tab.keyboard.press("Enter");
			await tab.keyboard.type("the kettle is loose.");
			await tab.getByRole("button", { name: "Send letter" }).click();
		},
		values: { To: "Bob", Letter: "Dear Bob,\nit is mended." },
		solved: "Bob: Dear Bob, it is mended.",
	},
	{
		name: "a combobox that filters its list",
		pages: {
			"/": `${listbox}<h1>Trip</h1><label for="town">Town</label> <input id="town" role="combobox" aria-expanded="false" aria-controls="towns" autocomplete="off">
				<ul id="towns" role="listbox" aria-label="Towns" hidden></ul><button onclick="say(chosen)">Search trip</button><script>
				let chosen = "";
				const all = ["Leeds", "Leicester", "Lisbon", "London", "Lyon"];
				town.oninput = () => {
					towns.replaceChildren(...all.filter((one) => one.toLowerCase().startsWith(town.value.toLowerCase())).map((one) => {
						const option = Object.assign(document.createElement("li"), { textContent: one });
						option.setAttribute("role", "option");
						option.onmousedown = (event) => event.preventDefault();
						option.onclick = () => { chosen = town.value = one; close(); };
						return option;
					}));
					towns.hidden = false;
					town.setAttribute("aria-expanded", "true");
				};
				const close = () => { towns.hidden = true; town.setAttribute("aria-expanded", "false"); };</script>`,
		},
		hands: async (tab) => {
			await tab.getByLabel("Town", { exact: true }).click();
			await tab.keyboard.type("Li", { delay: 40 });
			await tab.getByRole("option", { name: "Lisbon" }).click();
			await tab.getByRole("button", { name: "Search trip" }).click();
		},
		values: { Town: "Li" },
		solved: "Lisbon",
	},
	{
		name: "a list that opens under a button",
		pages: {
			"/": `${listbox}<h1>Ticket</h1><label>Subject <input id="subject"></label><span id="label">Priority</span>
				<button id="open" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-controls="levels" aria-labelledby="label open">Normal</button>
				<ul id="levels" role="listbox" aria-label="Priority" hidden><li role="option">Low</li><li role="option">Normal</li><li role="option">Urgent</li></ul>
				<button onclick="say(subject.value + ' ' + open_.textContent)">Create ticket</button><script>
				const open_ = document.querySelector("#open");
				const show = (isOpen) => { levels.hidden = !isOpen; open_.setAttribute("aria-expanded", String(isOpen)); };
				open_.onclick = () => show(levels.hidden);
				levels.onclick = ({ target }) => { open_.textContent = target.textContent; show(false); };</script>`,
		},
		hands: async (tab) => {
			await tab.getByLabel("Subject").click();
			await tab.keyboard.type("No paper");
			await tab.locator("#open").click();
			await tab.getByRole("option", { name: "Urgent" }).click();
			await tab.getByRole("button", { name: "Create ticket" }).click();
		},
		values: { Subject: "No sound" },
		solved: "No sound Urgent",
	},
	{
		name: "tabs of a page, and a tab that a link opens",
		pages: {
			"/": `<h1>Settings</h1><div role="tablist"><button role="tab" aria-selected="true" aria-controls="general" onclick="show(this)">General</button>
				<button role="tab" aria-selected="false" aria-controls="team" onclick="show(this)">Team</button></div><div role="tabpanel" id="general">Language: English</div>
				<div role="tabpanel" id="team" hidden><a href="/invite" target="_blank">Invite somebody</a></div><script>
				function show(chosen) {
					for (const one of document.querySelectorAll("[role=tab]")) {
						one.setAttribute("aria-selected", String(one === chosen));
						document.getElementById(one.getAttribute("aria-controls")).hidden = one !== chosen;
					}
				}</script>`,
			"/invite": `<h1>Invite</h1><label>Mail address <input id="mail"></label> <button onclick="say(mail.value)">Send invitation</button>`,
		},
		hands: async (tab) => {
			await tab.getByRole("tab", { name: "Team" }).click();
			const [opened] = await Promise.all([tab.context().waitForEvent("page"), tab.getByRole("link", { name: "Invite somebody" }).click()]);
			await opened.getByLabel("Mail address").waitFor();
			await opened.waitForTimeout(600);
			await opened.getByLabel("Mail address").click();
			await opened.keyboard.type("ada@example.com");
			await opened.getByRole("button", { name: "Send invitation" }).click();
		},
		values: { "Mail address": "eve@example.com" },
		solved: "eve@example.com",
	},
	{
		name: "a row of a table that was sorted",
		pages: {
			"/": `<h1>Invoices</h1><table><thead><tr><th><button onclick="sort(0)">Number</button></th><th><button onclick="sort(1)">Due</button></th><th></th></tr></thead>
				<tbody id="rows"></tbody></table><script>
				const all = [["INV-7", "2026-05-02"], ["INV-9", "2026-01-20"], ["INV-8", "2026-03-11"]];
				const draw = () => {
					rows.innerHTML = all.map(([number, due]) => "<tr><td>" + number + "<td>" + due + "<td><button onclick=\\"say('" + number + "')\\">Remind</button>").join("");
				};
				const sort = (column) => { all.sort((one, other) => one[column].localeCompare(other[column])); draw(); };
				draw();</script>`,
		},
		hands: async (tab) => {
			await tab.getByRole("button", { name: "Due" }).click();
			await tab.getByRole("row", { name: "INV-8" }).getByRole("button").click();
		},
		values: {},
		solved: "INV-8",
	},
];
