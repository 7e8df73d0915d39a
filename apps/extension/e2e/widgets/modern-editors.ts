import { registerRichText } from "@lexical/rich-text";
import { basicSetup, EditorView as CodeMirror } from "codemirror";
import { $createParagraphNode, $createTextNode, $getRoot, createEditor as createLexical } from "lexical";
import { exampleSetup } from "prosemirror-example-setup";
import { DOMParser } from "prosemirror-model";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createEditor as createSlate, Node } from "slate";
import { Editable, Slate, withReact } from "slate-react";

const old = ["Old text", "More old text"];

/** Each puts an editor with two old lines into a box. @returns what its own model holds */
export const editors: Readonly<Record<string, (box: HTMLElement) => () => string>> = {
	codemirror: (box) => {
		const view = new CodeMirror({ doc: old.join("\n"), extensions: [basicSetup], parent: box });
		return () => view.state.doc.toString();
	},
	prosemirror: (box) => {
		const content = document.createElement("div");
		content.innerHTML = old.map((line) => `<p>${line}</p>`).join("");
		const doc = DOMParser.fromSchema(schema).parse(content);
		const view = new EditorView(box, { state: EditorState.create({ doc, plugins: exampleSetup({ schema, menuBar: false }) }) });
		return () => view.state.doc.textBetween(0, view.state.doc.content.size, "\n");
	},
	lexical: (box) => {
		const root = box.appendChild(Object.assign(document.createElement("div"), { contentEditable: "true", role: "textbox" }));
		const editor = createLexical({ namespace: "test" });
		editor.setRootElement(root);
		registerRichText(editor);
		editor.update(() => {
			for (const line of old) $getRoot().append($createParagraphNode().append($createTextNode(line)));
		});
		return () => editor.getEditorState().read(() => $getRoot().getTextContent().replaceAll("\n\n", "\n"));
	},
	slate: (box) => {
		const editor = withReact(createSlate());
		const value = old.map((text) => ({ type: "paragraph", children: [{ text }] }));
		const content = createElement(Editable);
		createRoot(box).render(createElement(Slate, { editor, initialValue: value, children: content }));
		return () => editor.children.map((node) => Node.string(node)).join("\n");
	},
};
