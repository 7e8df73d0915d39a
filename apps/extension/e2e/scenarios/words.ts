import type { RunView } from "../../src/panel-state.ts";
import { idOf } from "../pages/hard-pages.ts";
import type { Ask } from "./stage.ts";

/** The task waits for the person. */
export const isAsking = (run: RunView) => run.wait?.kind === "user";
/** A model that clicks on a control by its name. */
export const clickOn = (name: string) => (ask: Ask) => `click(${idOf(ask.page, name)})`;
/** The page that the model was shown says so. */
export const has = (ask: Ask, text: string) => ask.page.includes(text);

/** A form that sends. */
export const greeting = `<h1>Guest book</h1><form method="post" action="/guests/send"><label>Name <input name="name"></label>
<button>Send</button></form>`;
