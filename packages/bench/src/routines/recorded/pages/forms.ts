import type { HandTask } from "../task.ts";

/** Forms, frames and shadow roots. */
export const formTasks: readonly HandTask[] = [
	{
		name: "a form with a list, radio buttons, a box and a date",
		pages: {
			"/": `<h1>Book a room</h1><form onsubmit="event.preventDefault(); say([who.value, room.value, size.value, day.value, tea.checked].join())">
				<label>Name <input id="who"></label> <label>Room <select id="room"><option>Blue</option><option>Green</option><option>Red</option></select></label>
				<fieldset><legend>Size</legend><label><input type="radio" name="size" value="S"> Small</label> <label><input type="radio" name="size" value="L"> Large</label></fieldset>
				<label>Day <input type="date" id="day"></label> <label><input type="checkbox" id="tea"> With tea</label> <button>Book</button></form>
				<script>Object.defineProperty(window, "size", { get: () => document.querySelector("[name=size]:checked") ?? {} })</script>`,
		},
		hands: async (tab) => {
			await tab.getByLabel("Name").click();
			await tab.keyboard.type("Ada Byron");
			await tab.getByLabel("Room").focus();
			await tab.keyboard.type("Green");
			await tab.getByText("Large").click();
			await tab.getByLabel("Day").focus();
			await tab.keyboard.type("03142026");
			await tab.getByText("With tea").click();
			await tab.getByRole("button", { name: "Book" }).click();
		},
		values: { Name: "Eve Stone", Room: "Red", Day: "2026-04-02" },
		solved: "Eve Stone,Red,L,2026-04-02,true",
	},
	{
		name: "a form in a frame of the same site",
		pages: {
			"/": `<h1>Orders</h1><p>Enter the order below.</p><iframe src="/inner" title="Order form" width="600" height="260"></iframe>`,
			"/inner": `<form onsubmit="event.preventDefault(); say(article.value + ' ' + count.value)"><label>Article <input id="article"></label>
				<label>Count <input id="count" type="number"></label> <button>Order</button></form>`,
		},
		hands: async (tab) => {
			const frame = tab.frameLocator("iframe");
			await frame.getByLabel("Article").click();
			await tab.keyboard.type("Lamp");
			await tab.keyboard.press("Tab");
			await tab.keyboard.type("3");
			await frame.getByRole("button", { name: "Order" }).click();
		},
		values: { Article: "Chair", Count: "12" },
		solved: "Chair 12",
	},
	{
		name: "a form in a frame of another site",
		pages: {
			"/": `<h1>Support</h1><label>Order number <input id="number"></label><div id="place"></div><script>
				const other = document.createElement("iframe");
				other.src = location.origin.replace("127.0.0.1", "localhost") + "/form";
				other.width = 600;
				place.append(other);
				onmessage = ({ data }) => say(number.value + " " + data);</script>`,
			"/form": `<label>Contact <input id="contact"></label> <button onclick="parent.postMessage(contact.value, '*')">Send request</button>`,
		},
		hands: async (tab) => {
			await tab.getByLabel("Order number").click();
			await tab.keyboard.type("4711");
			const frame = tab.frameLocator("iframe");
			await frame.getByLabel("Contact").click();
			await tab.keyboard.type("Ada Byron");
			await frame.getByRole("button", { name: "Send request" }).click();
		},
		values: { "Order number": "5822", Contact: "Kim Wolf" },
		solved: "5822 Kim Wolf",
	},
	{
		name: "fields and buttons in open shadow roots",
		pages: {
			"/": `<h1>Profile</h1><my-field label="First name"></my-field><my-field label="Last name"></my-field><my-save></my-save><script>
				customElements.define("my-field", class extends HTMLElement {
					constructor() {
						super().attachShadow({ mode: "open" }).innerHTML = "<label>" + this.getAttribute("label") + " <input></label>";
					}
				});
				const valueOf = (at) => document.querySelectorAll("my-field")[at].shadowRoot.querySelector("input").value;
				customElements.define("my-save", class extends HTMLElement {
					constructor() {
						super().attachShadow({ mode: "open" }).innerHTML = "<button>Save profile</button>";
						this.shadowRoot.firstChild.onclick = () => say(valueOf(0) + " " + valueOf(1));
					}
				});</script>`,
		},
		hands: async (tab) => {
			await tab.getByLabel("First name").click();
			await tab.keyboard.type("Ada");
			await tab.getByLabel("Last name").click();
			await tab.keyboard.type("Byron");
			await tab.getByRole("button", { name: "Save profile" }).click();
		},
		values: { "First name": "Maya", "Last name": "Lind" },
		solved: "Maya Lind",
	},
	{
		name: "a question in a dialog",
		pages: {
			"/": `<h1>Folders</h1><button onclick="ask.showModal()">New folder</button><dialog id="ask" aria-label="New folder"><form method="dialog">
				<label>Folder name <input id="folder"></label> <button value="no">Cancel</button> <button value="yes">Create</button></form></dialog>
				<script>ask.onclose = () => say(ask.returnValue + " " + folder.value)</script>`,
		},
		hands: async (tab) => {
			await tab.getByRole("button", { name: "New folder" }).click();
			await tab.getByLabel("Folder name").click();
			await tab.keyboard.type("Invoices");
			await tab.getByRole("button", { name: "Create" }).click();
		},
		values: { "Folder name": "Contracts" },
		solved: "yes Contracts",
	},
];
