/* SPDX-License-Identifier: Apache-2.0 */
/* Chapters pull their code from real files, so that it always compiles. */
#ifndef COURSE_CHAPTER_H
#define COURSE_CHAPTER_H

struct arena;

/*
 * The Markdown with every fence of the form
 *     ``` {.cuda include="FILE" region="NAME"}
 * filled from FILE (under root), whole or between the comments [NAME] and
 * [/NAME]; the fence's first line becomes ``` cuda. A file or region that is
 * missing gives one line that says so.
 */
char *chapter_text(struct arena *a, const char *root, const char *markdown);

#endif
