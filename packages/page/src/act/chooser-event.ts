/** The event at a file field whose chooser is about to open; who prevents it takes the field instead. */
export const chooserEvent = "webhand-chooser";
