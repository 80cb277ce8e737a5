-- SPDX-License-Identifier: Apache-2.0
-- Fill ``` {include="FILE" region="NAME"} blocks from the real source file, so
-- the book can never show code that does not compile. Runs from the top folder.
function CodeBlock(block)
    local path, region = block.attributes.include, block.attributes.region
    if not path then return nil end
    local keep, lines = region == nil, {}
    for line in assert(io.open(path)):lines() do
        if region and line:find("[/" .. region .. "]", 1, true) then
            keep = false
        elseif region and line:find("[" .. region .. "]", 1, true) then
            keep = true
        elseif keep then
            lines[#lines + 1] = line
        end
    end
    assert(#lines > 0, path .. ": no region '" .. tostring(region) .. "'")
    return pandoc.CodeBlock(table.concat(lines, "\n"), { class = "cpp" })
end
