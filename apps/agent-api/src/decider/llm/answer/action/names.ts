import type { ActionName } from "@webhand/contracts/action/grammar";

const aliases: Readonly<Record<ActionName, string>> = {
	click: "tap press_button click_element push left_click",
	setValue: "type fill input enter set_value write input_text fill_in type_text",
	select: "choose select_option select_dropdown_option pick",
	press: "press_key key send_keys keypress hit",
	hover: "mouse_over move_to",
	drag: "drag_and_drop drag_to",
	scroll: "scroll_page scroll_down scroll_up",
	navigate: "goto open_url go_to visit go_to_url open navigate_to",
	back: "go_back navigate_back",
	forward: "go_forward",
	reload: "refresh",
	wait: "sleep pause observe",
	openTab: "open_tab new_tab",
	switchTab: "switch_tab",
	closeTab: "close_tab",
	upload: "upload_file",
	find: "search_page find_text lookup",
	expand: "show_more",
	options: "list_options",
	look: "screenshot take_screenshot get_screenshot look_at_page",
	ask: "ask_user question ask_human",
	handoff: "hand_over hand_off",
	server: "server_tool",
	finish: "done complete final stop finished end",
	fail: "give_up abort impossible",
};

const flat = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");
const names = new Map<string, ActionName>(
	(Object.entries(aliases) as [ActionName, string][]).flatMap(([name, others]) =>
		[name, ...others.split(" ")].map((alias) => [flat(alias), name] as const),
	),
);

/** The action that a name or one of its usual aliases means, in any case and spelling of word breaks; undefined for none. */
export function canonicalName(name: string): ActionName | undefined {
	return names.get(flat(name));
}
