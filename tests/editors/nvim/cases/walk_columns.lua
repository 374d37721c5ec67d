-- The responses of examples become their keys by accepting and dropping.
local t = ...

local walk = t.walker()
walk('columns/response.bio')
walk('conll/response.conll')
walk('corefud/response.conllu')
