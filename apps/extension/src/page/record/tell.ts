import type { PageReadReply } from "@webhand/page/execute/page-action";
import type { RecordedAct } from "../messages.ts";

/** Tells an act with the element that it is about and the document before it. */
export type Tell = (act: RecordedAct, element: Element | null, page: PageReadReply) => void;
