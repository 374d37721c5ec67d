-- The responses of examples become their keys by accepting and dropping.
local t = ...

local walk = t.walker()
walk('named_entity/response.sgml')
walk('coreference/response.sgml')
