import { chooseByKeys } from "../../by-hand/record.ts";
import { escaped } from "../../serve.ts";
import type { Look } from "../kinds.ts";
import { pageOf } from "../shell.ts";
import type { ChangeTask } from "../task.ts";

const members = ["Ada Byron", "Ben Okri", "Carla Diaz", "Dan Byron"] as const;
const roles = ["Reader", "Editor", "Owner"] as const;

function itemOf(name: string, role: string, { is, style, beside, wrap }: Look): string {
	const opener = is("renamed") ? "Edit role" : "Change role";
	const button = `<button class="${style("open")}" data-open="${escaped(name)}">${opener}</button>`;
	const place = is("moved") ? `${button} ` : "";
	return `<li>${place}<strong>${name}</strong> <span class="${style("role")}">${role}</span> ${beside(`<button>Message</button>`)}
${is("moved") ? "" : wrap(button)} <button data-remove="${escaped(name)}">Remove</button></li>`;
}

function dialogOf({ is, wrap, inOrder, beside, style }: Look): string {
	const role = `<label>Role <select name="role">${roles.map((one) => `<option>${one}</option>`).join("")}</select></label>`;
	const note = `<label>Reason <input name="note"></label>`;
	const more = is("required") ? `<label>Approved by * <input name="approver" required></label>` : "";
	return `<dialog aria-labelledby="of"><h2 id="of"></h2><form method="post" action="/role" class="${style("form")}"><input type="hidden" name="member">
${wrap(inOrder([role, note]))}${more}${beside(`<label>Phone <input name="phone"></label>`)}
<button type="button" data-close>Cancel</button> <button>Save role</button></form></dialog>`;
}

const script = `document.addEventListener("click",({target})=>{const dialog=document.querySelector("dialog");
if(target.dataset.open){dialog.querySelector("[name=member]").value=target.dataset.open;dialog.querySelector("h2").textContent="Role of "+target.dataset.open;dialog.showModal()}
if("close" in target.dataset)dialog.close();
if(target.dataset.remove){const body=new URLSearchParams({member:target.dataset.remove});fetch("/remove",{method:"POST",body}).then(()=>location.reload())}});`;

/** A list whose items open one dialog. */
export const dialogTask: ChangeTask = {
	name: "dialog",
	isHeldOut: true,
	start: "/members",
	first: Object.fromEntries(members.map((name) => [name, "Reader"])),
	answer: ({ path, form }, state, look) => {
		const member = form.get("member") ?? "";
		if (path === "/role") return { answer: { to: "/members" }, state: { ...state, [member]: `${form.get("role")}: ${form.get("note")}` } };
		if (path === "/remove") return { answer: { to: "/members" }, state: { ...state, [member]: "removed" } };
		if (path !== "/members") return undefined;
		const items = members.map((name) => itemOf(name, (state[name] ?? "").split(":")[0] ?? "", look));
		const body = `<ul>${look.inOrder(items)}</ul>${dialogOf(look)}`;
		return { answer: { html: pageOf({ title: "Members", body, script }, look) } };
	},
	hands: async (tab) => {
		await tab.locator("li", { hasText: "Dan Byron" }).getByRole("button", { name: "Change role" }).click();
		await chooseByKeys(tab.locator("select[name=role]"), "Editor");
		await tab.getByLabel("Reason").fill("Leads the team");
		await tab.getByRole("button", { name: "Save role" }).click();
		await tab.waitForURL("**/members");
	},
	given: { Role: "Owner", Reason: "Replaces Carla" },
	meant: { ...Object.fromEntries(members.map((name) => [name, "Reader"])), "Dan Byron": "Owner: Replaces Carla" },
	zoom: 2,
};
