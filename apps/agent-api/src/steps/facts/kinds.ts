// What the types of the page text (page.md §4) are to a step; every rule that asks for a kind of control reads it here.
const textual = kinds("input textarea password email number search tel url editable text date time combobox");
const toggled = kinds("checkbox radio switch");
const chosen = kinds("select option tab slider color range summary");
const wordless = kinds("a button submit reset image shape canvas summary option tab menuitem file");
const pressed = kinds("a button tab option menuitem checkbox radio switch image shape box summary slider treeitem row cell");

/** True for controls that take typed text. */
export function isTextual(type: string): boolean {
	return textual.has(type);
}

/** True for controls that `setValue(n, "true")` ticks. */
export function isToggle(type: string): boolean {
	return toggled.has(type);
}

/** True for controls that no text and no value can be written into. */
export function takesNoText(type: string): boolean {
	return wordless.has(type);
}

/** True for controls whose use sets a value and commits nothing. */
export function isField(type: string): boolean {
	return isTextual(type) || isToggle(type) || chosen.has(type);
}

/** True for what gets the focus by being pressed, whatever it does: a dead button, too. In a field the focus is what a click is for. */
export function isPressed(type: string): boolean {
	return pressed.has(type);
}

function kinds(names: string): ReadonlySet<string> {
	return new Set(names.split(" "));
}
